-- What happened to devices, for users; it may be deleted, other than the audit log. Kinds: 1 came, 2 went, 3 moved, 4 commanded, 5 changed.
create table devices_log (
  id bigint primary key default nextval('kit_id'),
  tenant_id text not null,
  -- A registered device, or a gateway; null: a command to more devices than the log names.
  device_id bigint,
  kind smallint not null check (kind between 1 and 5),
  at timestamptz not null,
  -- Command: its texts and the number of devices. Change: values by field, before and after.
  detail jsonb not null default '{}',
  account text not null default ''
);
create index devices_log_tenant on devices_log (tenant_id, at desc, id desc);
create index devices_log_device on devices_log (device_id, at desc) where device_id is not null;
create index devices_log_at on devices_log using brin (at);
select ll_secure('devices_log');
grant usage on sequence kit_id to lamplight_app, lamplight_worker;

-- Places at which a device stood, from the time on that they were known. Source: 1 GPS, 2 moved by hand.
create table devices_locus (
  device_id bigint not null,
  at timestamptz not null,
  tenant_id text not null,
  lng double precision not null,
  lat double precision not null,
  source smallint not null check (source in (1, 2)),
  primary key (device_id, at)
);
select ll_secure('devices_locus');

-- A lost connection that begins or ends: the device went or came.
create function devices_log_went() returns trigger language plpgsql as $fn$
begin
  insert into devices_log (tenant_id, device_id, kind, at)
  select n.tenant_id, n.device_id, 2, n.began_at from new_rows n where n.type = 'communicationFailure';
  return null;
end $fn$;
create function devices_log_came() returns trigger language plpgsql as $fn$
begin
  insert into devices_log (tenant_id, device_id, kind, at)
  select n.tenant_id, n.device_id, 1, n.ended_at from new_rows n
  join old_rows o on o.device_id = n.device_id and o.type = n.type and o.began_at = n.began_at
  where n.type = 'communicationFailure' and o.ended_at is null and n.ended_at is not null;
  return null;
end $fn$;
create trigger went after insert on devices_fault referencing new table as new_rows for each statement execute function devices_log_went();
create trigger came after update on devices_fault referencing old table as old_rows new table as new_rows for each statement execute function devices_log_came();
