drop index public.lead_desk_due_on_idx;

create index lead_desk_due_on_idx on public.lead_desk (due_on, created_at desc, lead_id);
