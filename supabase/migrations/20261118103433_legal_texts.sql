-- The promises on the legal pages become settings, with the texts that the pages had. The questions of a new site said
-- something else about deposits than the terms, and asked for pictures that the form does not take. They are replaced
-- only where nobody has changed them.

update public.config set value = '[{"question":"What types of vehicles do you sell?","answer":"Used cars that we would be glad to own: executive saloons, coupés and convertibles, estates, SUVs and a growing number of electric cars, most of them under ten years old with a full service history. Every one is inspected, prepared and photographed by us, and the listing says what we found."},{"question":"Do you offer financing?","answer":"Yes. Hire purchase and personal contract purchase are available, subject to status. We show you the deposit, the monthly payment, the total amount payable and the APR in writing before you decide anything, and an early quotation does not affect your credit score."},{"question":"How do I book a test drive?","answer":"Open the car you like and choose Test Drive, then a day and a time. We email you the details and have the car ready. Please bring your full driving licence. Our insurance covers the test drive, and our [terms](/terms-of-service) say who may drive."},{"question":"Do you accept trade-ins?","answer":"Part exchange is welcome. Send us the registration and mileage with your enquiry, and we will reply by email. Answer with a few honest pictures and we will value your car, settle what is still owed on it, and take the rest off the price. We also buy cars outright, whether or not you buy one from us."},{"question":"What warranty do your vehicles come with?","answer":"Every car comes with a free 6 month warranty covering mechanical and electrical faults, and you can extend it. The warranty is in addition to your rights under the Consumer Rights Act 2015 and never instead of them."},{"question":"Can I reserve a vehicle?","answer":"Yes. A deposit takes a car off sale and holds it for you while you arrange a visit or delivery. It counts towards the price, and we refund it in full if you change your mind before a contract is made. Send us an enquiry and we will reply with the details."},{"question":"What are your opening hours?","answer":"We are open {hours}, at {address}. Outside those hours write to us and we will reply when we are back, or visit by appointment."}]'
where key = 'PAGES_FAQ' and value = '[{"question":"What types of vehicles do you sell?","answer":"Used cars that we would be glad to own: executive saloons, coupés and convertibles, estates, SUVs and a growing number of electric cars, most of them under ten years old with a full service history. Every one is inspected, prepared and photographed by us, and the listing says what we found."},{"question":"Do you offer financing?","answer":"Yes. Hire purchase and personal contract purchase are available, subject to status. We show you the deposit, the monthly payment, the total amount payable and the APR in writing before you decide anything, and an early quotation does not affect your credit score."},{"question":"How do I book a test drive?","answer":"Open the car you like and choose Test Drive, then a day and an hour. We confirm by email and have the car ready. Please bring your full driving licence; our insurance covers you during the test drive."},{"question":"Do you accept trade-ins?","answer":"Part exchange is welcome. Send us the registration, mileage and a few honest pictures with your enquiry and we will value your car, settle any finance that is left on it, and take the rest off the price. We also buy cars outright, whether or not you buy one from us."},{"question":"What warranty do your vehicles come with?","answer":"Every car comes with a free 6 month warranty covering mechanical and electrical faults, and you can extend it. The warranty is in addition to your rights under the Consumer Rights Act 2015 and never instead of them."},{"question":"Can I reserve a vehicle?","answer":"Yes. A deposit takes a car off sale and holds it for you while you arrange a visit, finance or delivery. If you have not yet seen the car and change your mind, you get the deposit back. Send us an enquiry and we will reply with the details."},{"question":"What are your opening hours?","answer":"We are open {hours}, at {address}. Outside those hours write to us and we will reply when we are back, or visit by appointment."}]';

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_COLLECTED', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_COMPLAINTS', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_DELIVERY', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_PART_EXCHANGE', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_RESERVATIONS', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_RETENTION', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_RETURNS', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_SHARING', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_TEST_DRIVES', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_USE', 'visitor', 'legal');

insert into forecourt.settings (key, readable_by, tab) values ('LEGAL_VEHICLES', 'visitor', 'legal');

insert into public.config (key, value) values ('LEGAL_COLLECTED', '- **When you arrive for a test drive,** we check your driving licence. We note that we’ve seen it, but we don’t keep a copy.
- **When you buy or part-exchange a car,** we collect the information we need for the contract, for the V5C and for the records the law requires, such as proof of identity, address and payment.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_COMPLAINTS', 'Please tell us first, using the details below. We’ll acknowledge your complaint within two working days and reply in full within eight weeks. If we can’t agree, we’ll give you the name of an approved dispute resolution body and tell you whether we’ll use it. You can also call Citizens Advice on 0808 223 1133.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_DELIVERY', 'We deliver across the UK mainland on a day we agree with you. The vehicle is at our risk until you, or someone you’ve named, receives it. You become the owner once you’ve paid us in full.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_PART_EXCHANGE', 'If we value your car from a description, the valuation is provisional until we’ve seen the car. It’s valid for seven days if the age, mileage, condition and ownership are as you described, and so is what’s still owed on the car. You confirm that the car is yours to sell. We settle what’s owed out of the price.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_RESERVATIONS', 'A deposit takes the vehicle off sale and holds it for you. It counts towards the price, and we refund it in full if you change your mind before a contract is made.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_RETENTION', '- **Enquiries, test drives and messages:** for as long as we need them to deal with your request and any questions that follow.
- **Accounts:** until you delete your account or ask us to delete it.
- **Sales and part-exchange records:** six years after the end of the tax year they relate to, as the law requires.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_RETURNS', 'We’ll refund the price and our standard delivery charge within 14 days of getting the vehicle back. You pay the cost of returning it, and we’ll tell you how much that is before you order.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_SHARING', 'Our contracts with these organisations require them to protect your data. Where one of them is outside the United Kingdom, we rely on UK adequacy regulations or the International Data Transfer Agreement.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_TEST_DRIVES', '- To take a test drive, you must be at least 21 and show us a full driving licence that’s valid in Great Britain.
- Our insurance covers the test drive, but you’re responsible for any fines and for damage you cause on purpose.
- We may reschedule or decline an appointment if safety or the vehicle’s condition requires it.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_USE', 'We don’t make decisions about you by automated means alone, and we don’t sell personal data. We use your details for marketing only with your consent, which you can withdraw at any time.') on conflict (key) do nothing;

insert into public.config (key, value) values ('LEGAL_VEHICLES', 'We describe each vehicle carefully from our own inspection and its records. The manufacturer’s figures, such as fuel economy, range and performance, are the official figures for the model when new. The figures you achieve will depend on how and where you drive.

Prices are in pounds sterling and are the total price of the vehicle, including VAT where it applies. We don’t add administration or preparation fees. We’ll tell you the price of delivery and any other services before you agree to them. A listing is an invitation to make an offer, not an offer. A contract is made when we’ve both signed the order form or when we confirm your order in writing. If a price is clearly a mistake, we’ll tell you before any contract is made.') on conflict (key) do nothing;
