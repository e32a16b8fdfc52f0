-- For the leads that wait for a reply.
create index contact_messages_waiting_idx on public.contact_messages (created_at) where answered_at is null and status <> 'Closed';

-- For the leads that wait for a reply.
create index enquiries_waiting_idx on public.enquiries (created_at) where answered_at is null and status <> 'Closed';
