insert into forecourt.settings (key, readable_by, tab) values ('COMPANY_EMAIL_2_HIDDEN_ON', 'visitor', null);

insert into forecourt.settings (key, readable_by, tab) values ('COMPANY_EMAIL_HIDDEN_ON', 'visitor', null);

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_ABOUT_PICTURE', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_ABOUT_PICTURE_HIDDEN', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_FEATURED_OVERLINE', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_HOME_TITLE', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_INSTAGRAM_OVERLINE', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_NO_VEHICLES', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_PROMISES_HEADING', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_PROMISES_OVERLINE', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_STORY_PICTURE', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_STORY_PICTURE_HIDDEN', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_STRENGTHS_OVERLINE', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_VISIT_HEADING', 'visitor', 'pages');

insert into forecourt.settings (key, readable_by, tab) values ('PAGES_VISIT_TEXT', 'visitor', 'pages');

insert into public.config (key, value) values ('COMPANY_EMAIL_2_HIDDEN_ON', '') on conflict (key) do nothing;

insert into public.config (key, value) values ('COMPANY_EMAIL_HIDDEN_ON', '') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_ABOUT_PICTURE', '') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_ABOUT_PICTURE_HIDDEN', 'false') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_FEATURED_OVERLINE', 'Our selection') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_HOME_TITLE', 'Used and luxury cars in {town}') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_INSTAGRAM_OVERLINE', 'From the showroom') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_NO_VEHICLES', 'New arrivals are on their way. Please check back soon.') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_PROMISES_HEADING', 'What you can count on') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_PROMISES_OVERLINE', 'With every car') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_STORY_PICTURE', '') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_STORY_PICTURE_HIDDEN', 'false') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_STRENGTHS_OVERLINE', 'Why buy from us') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_VISIT_HEADING', 'Come and see us') on conflict (key) do nothing;

insert into public.config (key, value) values ('PAGES_VISIT_TEXT', 'The kettle’s on and the keys are in the drawer. Tell us which car you like, and we’ll have it out at the front when you arrive.') on conflict (key) do nothing;
