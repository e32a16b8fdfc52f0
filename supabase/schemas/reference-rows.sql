-- The rows that a new site starts with. On a running site, the values in public.config belong to its admins: a
-- migration adds rows, and never changes a value.

-- Who may read each setting, and the back-office tab that publishes it. Keep it in step with
-- supabase/functions/_shared/settings.ts.
insert into forecourt.settings (key, readable_by, tab) values
  ('COMPANY_NAME', 'visitor', null),
  ('COMPANY_EMAIL', 'visitor', null),
  ('COMPANY_EMAIL_2', 'visitor', null),
  ('COMPANY_PHONE', 'visitor', null),
  ('COMPANY_PHONE_2', 'visitor', null),
  ('COMPANY_ADDRESS', 'visitor', null),
  ('COMPANY_OPENING_HOURS', 'visitor', null),
  ('RECAPTCHA_SITE_KEY', 'visitor', null),
  ('ADMIN_EMAIL', 'admin', null),
  ('EnableAutoTrader', 'admin', null),
  ('AdminsNeedTwoSteps', 'admin', null),
  ('PAGES_FOOTER_LINE', 'visitor', 'pages'),
  ('PAGES_FAQ', 'visitor', 'pages'),
  ('PAGES_FOUNDED', 'visitor', 'pages'),
  ('PAGES_BANNER_TEXT', 'visitor', 'pages'),
  ('PAGES_BANNER_UNTIL', 'visitor', 'pages'),
  ('PAGES_BANNER_LINK', 'visitor', 'pages'),
  ('PAGES_HOME_DESCRIPTION', 'visitor', 'pages'),
  ('PAGES_STRENGTHS_HEADING', 'visitor', 'pages'),
  ('PAGES_STRENGTHS', 'visitor', 'pages'),
  ('PAGES_ABOUT_HEADING', 'visitor', 'pages'),
  ('PAGES_ABOUT_INTRO', 'visitor', 'pages'),
  ('PAGES_ABOUT_STORY_HEADING', 'visitor', 'pages'),
  ('PAGES_ABOUT_STORY', 'visitor', 'pages'),
  ('PAGES_FIGURES', 'visitor', 'pages'),
  ('PAGES_PROMISES', 'visitor', 'pages'),
  ('PAGES_VEHICLE_LINE', 'visitor', 'pages'),
  ('LEGAL_NAME', 'visitor', 'legal'),
  ('LEGAL_COMPANY_NUMBER', 'visitor', 'legal'),
  ('LEGAL_REGISTERED_IN', 'visitor', 'legal'),
  ('LEGAL_REGISTERED_OFFICE', 'visitor', 'legal'),
  ('LEGAL_VAT_NUMBER', 'visitor', 'legal'),
  ('LEGAL_FCA_STATUS', 'visitor', 'legal'),
  ('LEGAL_FCA_NUMBER', 'visitor', 'legal'),
  ('LEGAL_FCA_PRINCIPAL', 'visitor', 'legal'),
  ('LEGAL_ICO_NUMBER', 'visitor', 'legal'),
  ('LEGAL_PROCESSORS', 'visitor', 'legal'),
  ('LEGAL_VEHICLES', 'visitor', 'legal'),
  ('LEGAL_TEST_DRIVES', 'visitor', 'legal'),
  ('LEGAL_RESERVATIONS', 'visitor', 'legal'),
  ('LEGAL_RETURNS', 'visitor', 'legal'),
  ('LEGAL_PART_EXCHANGE', 'visitor', 'legal'),
  ('LEGAL_DELIVERY', 'visitor', 'legal'),
  ('LEGAL_COMPLAINTS', 'visitor', 'legal'),
  ('LEGAL_COLLECTED', 'visitor', 'legal'),
  ('LEGAL_USE', 'visitor', 'legal'),
  ('LEGAL_SHARING', 'visitor', 'legal'),
  ('LEGAL_RETENTION', 'visitor', 'legal'),
  ('BRAND_ACCENT', 'visitor', 'brand'),
  ('BRAND_INSTAGRAM', 'visitor', 'brand'),
  ('BRAND_FACEBOOK', 'visitor', 'brand'),
  ('BRAND_YOUTUBE', 'visitor', 'brand'),
  ('BRAND_X', 'visitor', 'brand'),
  ('BRAND_TIKTOK', 'visitor', 'brand'),
  ('BRAND_LINKEDIN', 'visitor', 'brand'),
  ('BRAND_LOGO', 'visitor', 'brand'),
  ('BRAND_LOGO_DARK', 'visitor', 'brand'),
  ('BRAND_EMBLEM', 'visitor', 'brand'),
  ('BRAND_SHARE_PICTURE', 'visitor', 'brand'),
  ('BRAND_HERO_OVERLINE', 'visitor', 'brand'),
  ('BRAND_HERO', 'visitor', 'brand'),
  ('PAGES_WHATSAPP', 'visitor', 'pages'),
  ('NOTIFY_ENQUIRY', 'admin', null),
  ('NOTIFY_TEST_DRIVE', 'admin', null),
  ('NOTIFY_CONTACT', 'admin', null),
  ('NOTIFY_REGISTRATION', 'admin', null),
  ('NOTIFY_ALSO', 'admin', null),
  ('MAIL_REPLY_TO', 'admin', null),
  ('MAIL_CLOSING_LINE', 'admin', null);

insert into public.config (key, value) values
  ('COMPANY_NAME', 'Halden & Rowe Motor Cars'),
  ('COMPANY_EMAIL', 'sales@haldenrowe.example'),
  ('COMPANY_EMAIL_2', 'admin@haldenrowe.example'),
  ('COMPANY_PHONE', ''),
  ('COMPANY_PHONE_2', ''),
  ('COMPANY_ADDRESS', '14 Lincoln Road, Peterborough, PE1 5BA'),
  ('COMPANY_OPENING_HOURS', 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm'),
  ('RECAPTCHA_SITE_KEY', ''),
  ('ADMIN_EMAIL', ''),
  ('EnableAutoTrader', 'false'),
  ('AdminsNeedTwoSteps', 'false'),
  ('PAGES_FOOTER_LINE', 'A trusted dealership providing quality vehicles since 2024.'),
  ('PAGES_FAQ', '[{"question":"What types of vehicles do you sell?","answer":"Used cars that we would be glad to own: executive saloons, coupés and convertibles, estates, SUVs and a growing number of electric cars, most of them under ten years old with a full service history. Every one is inspected, prepared and photographed by us, and the listing says what we found."},{"question":"Do you offer financing?","answer":"Yes. Hire purchase and personal contract purchase are available, subject to status. We show you the deposit, the monthly payment, the total amount payable and the APR in writing before you decide anything, and an early quotation does not affect your credit score."},{"question":"How do I book a test drive?","answer":"Open the car you like and choose Test Drive, then a day and a time. We email you the details and have the car ready. Please bring your full driving licence. Our insurance covers the test drive, and our [terms](/terms-of-service) say who may drive."},{"question":"Do you accept trade-ins?","answer":"Part exchange is welcome. Send us the registration and mileage with your enquiry, and we will reply by email. Answer with a few honest pictures and we will value your car, settle what is still owed on it, and take the rest off the price. We also buy cars outright, whether or not you buy one from us."},{"question":"What warranty do your vehicles come with?","answer":"Every car comes with a free 6 month warranty covering mechanical and electrical faults, and you can extend it. The warranty is in addition to your rights under the Consumer Rights Act 2015 and never instead of them."},{"question":"Can I reserve a vehicle?","answer":"Yes. A deposit takes a car off sale and holds it for you while you arrange a visit or delivery. It counts towards the price, and we refund it in full if you change your mind before a contract is made. Send us an enquiry and we will reply with the details."},{"question":"What are your opening hours?","answer":"We are open {hours}, at {address}. Outside those hours write to us and we will reply when we are back, or visit by appointment."}]'),
  ('PAGES_FOUNDED', '2024'),
  ('PAGES_BANNER_TEXT', ''),
  ('PAGES_BANNER_UNTIL', ''),
  ('PAGES_BANNER_LINK', ''),
  ('PAGES_HOME_DESCRIPTION', 'A small family dealership in {town}: hand-picked used and luxury cars with a free 6 month warranty, part exchange, plain pricing and UK mainland delivery.'),
  ('PAGES_STRENGTHS_HEADING', 'A dealer you can hold to their word'),
  ('PAGES_STRENGTHS', '[{"icon":"gem","title":"Curated Selection","text":"We choose each car for its history and condition, and turn away more than we keep. Selling yours? We value and buy customers’ cars, too."},{"icon":"shield","title":"Premium Guarantee","text":"Every car leaves us with a free 6 month warranty. If something is not right, you call the people you bought it from."},{"icon":"receipt","title":"Transparent Process","text":"Straightforward pricing, no concealed fees: the price you see is the price you pay. Part exchange is welcome, at a figure we explain."},{"icon":"truck","title":"Bespoke Service","text":"Viewings at a time that suits you, and delivery across the UK mainland. One person looks after you from first call to handover."}]'),
  ('PAGES_ABOUT_HEADING', 'A family business that sells cars it would keep'),
  ('PAGES_ABOUT_INTRO', 'We are a small family dealership in {town}, founded in {founded} by people who had already spent most of their working lives around good cars.'),
  ('PAGES_ABOUT_STORY_HEADING', 'Few cars, well chosen'),
  ('PAGES_ABOUT_STORY', '{name} keeps a short list on purpose. We drive every car before we buy it, read its history line by line, and turn down more than we take. What is left is prepared in our own workshop and described as it is, stone chips included.

There is no commission desk and no pressure to sign today. You will deal with one person from the first question to the handover, and the price on the screen is the price you pay: no concealed fees.'),
  ('PAGES_FIGURES', '[{"value":"20+","label":"Years in the trade"},{"value":"5000+","label":"Vehicles sold"},{"value":"4500+","label":"Happy customers"},{"value":"100%","label":"Quality guarantee"}]'),
  ('PAGES_PROMISES', '[{"icon":"shield","title":"6 month warranty","text":"Every car leaves with six months of cover at no extra cost, on top of your rights in law."},{"icon":"wallet","title":"Financing","text":"Hire purchase and personal contract purchase with the full cost in writing before you decide."},{"icon":"handshake","title":"Part exchange","text":"We value your car fairly, settle what is owed on it, and buy it even if you buy nothing from us."},{"icon":"badge","title":"After-sales support","text":"The person who sold you the car answers when you call about it. That does not end at the gate."}]'),
  ('PAGES_VEHICLE_LINE', 'Free 6 month warranty. Part exchange welcome. Delivery across the UK mainland.'),
  ('LEGAL_NAME', ''),
  ('LEGAL_COMPANY_NUMBER', ''),
  ('LEGAL_REGISTERED_IN', ''),
  ('LEGAL_REGISTERED_OFFICE', ''),
  ('LEGAL_VAT_NUMBER', ''),
  ('LEGAL_FCA_STATUS', ''),
  ('LEGAL_FCA_NUMBER', ''),
  ('LEGAL_FCA_PRINCIPAL', ''),
  ('LEGAL_ICO_NUMBER', ''),
  ('LEGAL_PROCESSORS', '[]'),
  ('LEGAL_VEHICLES', 'We describe each vehicle carefully from our own inspection and its records. The manufacturer’s figures, such as fuel economy, range and performance, are the official figures for the model when new. The figures you achieve will depend on how and where you drive.

Prices are in pounds sterling and are the total price of the vehicle, including VAT where it applies. We don’t add administration or preparation fees. We’ll tell you the price of delivery and any other services before you agree to them. A listing is an invitation to make an offer, not an offer. A contract is made when we’ve both signed the order form or when we confirm your order in writing. If a price is clearly a mistake, we’ll tell you before any contract is made.'),
  ('LEGAL_TEST_DRIVES', '- To take a test drive, you must be at least 21 and show us a full driving licence that’s valid in Great Britain.
- Our insurance covers the test drive, but you’re responsible for any fines and for damage you cause on purpose.
- We may reschedule or decline an appointment if safety or the vehicle’s condition requires it.'),
  ('LEGAL_RESERVATIONS', 'A deposit takes the vehicle off sale and holds it for you. It counts towards the price, and we refund it in full if you change your mind before a contract is made.'),
  ('LEGAL_RETURNS', 'We’ll refund the price and our standard delivery charge within 14 days of getting the vehicle back. You pay the cost of returning it, and we’ll tell you how much that is before you order.'),
  ('LEGAL_PART_EXCHANGE', 'If we value your car from a description, the valuation is provisional until we’ve seen the car. It’s valid for seven days if the age, mileage, condition and ownership are as you described, and so is what’s still owed on the car. You confirm that the car is yours to sell. We settle what’s owed out of the price.'),
  ('LEGAL_DELIVERY', 'We deliver across the UK mainland on a day we agree with you. The vehicle is at our risk until you, or someone you’ve named, receives it. You become the owner once you’ve paid us in full.'),
  ('LEGAL_COMPLAINTS', 'Please tell us first, using the details below. We’ll acknowledge your complaint within two working days and reply in full within eight weeks. If we can’t agree, we’ll give you the name of an approved dispute resolution body and tell you whether we’ll use it. You can also call Citizens Advice on 0808 223 1133.'),
  ('LEGAL_COLLECTED', '- **When you arrive for a test drive,** we check your driving licence. We note that we’ve seen it, but we don’t keep a copy.
- **When you buy or part-exchange a car,** we collect the information we need for the contract, for the V5C and for the records the law requires, such as proof of identity, address and payment.'),
  ('LEGAL_USE', 'We don’t make decisions about you by automated means alone, and we don’t sell personal data. We use your details for marketing only with your consent, which you can withdraw at any time.'),
  ('LEGAL_SHARING', 'Our contracts with these organisations require them to protect your data. Where one of them is outside the United Kingdom, we rely on UK adequacy regulations or the International Data Transfer Agreement.'),
  ('LEGAL_RETENTION', '- **Enquiries, test drives and messages:** for as long as we need them to deal with your request and any questions that follow.
- **Accounts:** until you delete your account or ask us to delete it.
- **Sales and part-exchange records:** six years after the end of the tax year they relate to, as the law requires.'),
  ('BRAND_ACCENT', '#946c33'),
  ('BRAND_INSTAGRAM', ''),
  ('BRAND_FACEBOOK', ''),
  ('BRAND_YOUTUBE', ''),
  ('BRAND_X', ''),
  ('BRAND_TIKTOK', ''),
  ('BRAND_LINKEDIN', ''),
  ('BRAND_LOGO', ''),
  ('BRAND_LOGO_DARK', ''),
  ('BRAND_EMBLEM', ''),
  ('BRAND_SHARE_PICTURE', ''),
  ('BRAND_HERO_OVERLINE', 'Used and luxury cars in {town}'),
  ('BRAND_HERO', '[{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""},{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""},{"heading":"Fine cars, honestly presented","text":"A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.","picture":""}]'),
  ('PAGES_WHATSAPP', ''),
  ('NOTIFY_ENQUIRY', 'true'),
  ('NOTIFY_TEST_DRIVE', 'true'),
  ('NOTIFY_CONTACT', 'true'),
  ('NOTIFY_REGISTRATION', 'true'),
  ('NOTIFY_ALSO', '[]'),
  ('MAIL_REPLY_TO', ''),
  ('MAIL_CLOSING_LINE', '');

insert into forecourt.lead_kinds (kind, table_name, new_status, confirmation, activity, most_a_day, most_open, refusal) values
  ('enquiry', 'enquiries', 'New', 'enquiry', 'Enquiry from %1$s about %2$s', 20, null,
    'You have sent us a lot of enquiries today. Please contact us directly.'),
  ('test-drive', 'test_drives', 'Scheduled', 'test-drive-confirmation', 'Test drive of %2$s booked by %1$s', null, 5,
    'You already have the maximum number of test drives booked. Please contact us directly.'),
  -- There is no limit here, because send-email, the only way to send a message, has its own.
  ('contact', 'contact_messages', 'New', 'contact', 'Message from %1$s', null, null, null);

insert into forecourt.network_secret default values;

-- Only types that browsers can display.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('vehicle-images', 'vehicle-images', true, 5 * 1024 * 1024,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do nothing;

-- Logo, emblem, hero and sharing pictures. Our own storage service, recognised by its trash, sanitises SVG before
-- storing it. A hosted project would store it unchanged, so it does not accept SVG.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('brand', 'brand', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']
  || case when to_regclass('storage.removed_objects') is null then '{}' else array['image/svg+xml'] end)
on conflict (id) do nothing;
