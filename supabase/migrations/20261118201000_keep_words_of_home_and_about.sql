-- More words of the pages that were in the code: the home page, about us, the year, and a banner with an end.
insert into forecourt.settings (key, readable_by, tab) values
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
  ('PAGES_PROMISES', 'visitor', 'pages')
on conflict (key) do update set readable_by = excluded.readable_by, tab = excluded.tab;

insert into public.config (key, value) values
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
  ('PAGES_PROMISES', '[{"icon":"shield","title":"6 month warranty","text":"Every car leaves with six months of cover at no extra cost, on top of your rights in law."},{"icon":"wallet","title":"Financing","text":"Hire purchase and personal contract purchase with the full cost in writing before you decide."},{"icon":"handshake","title":"Part exchange","text":"We value your car fairly, settle what is owed on it, and buy it even if you buy nothing from us."},{"icon":"badge","title":"After-sales support","text":"The person who sold you the car answers when you call about it. That does not end at the gate."}]')
on conflict (key) do nothing;
