-- Several server processes on one database: what only one of them does is held by a lease; each takes a number for the ids it makes.
create table kit_lease (
  name text primary key,
  owner text not null,
  until timestamptz not null
);
alter table kit_lease enable row level security;
alter table kit_lease force row level security;
grant select, insert, update, delete on kit_lease to lamplight_worker;
create policy worker on kit_lease to lamplight_worker using (true) with check (true);

create sequence kit_process maxvalue 1023 cycle;
grant usage on sequence kit_process to lamplight_app, lamplight_worker;
