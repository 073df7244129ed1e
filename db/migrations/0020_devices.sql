-- Devices: who they are, what they last said, what they said before. devices_gateway and devices_group come with the resources.

-- A serial number means one gateway on the whole platform: it is the user name at the broker.
create unique index devices_gateway_platform_sn on devices_gateway (sn) where not is_deleted;

-- Secrets of gateways, for the broker alone: the role of people's requests has no grant here, whichever their tenant.
create table devices_credential (
  gateway_id bigint primary key,
  -- sha256 of a secret that we made (256 random bits), argon2id of one that the gateway brought
  hash text not null,
  -- the secret was given to a virtual gateway and may be replaced while the virtual city is set up
  virtual boolean not null default false,
  -- trusted on first use, from this address
  first_ip text not null default '',
  create_time timestamptz not null default now()
);
alter table devices_credential enable row level security;
alter table devices_credential force row level security;
grant select, insert, update, delete on devices_credential to lamplight_worker;
create policy worker on devices_credential to lamplight_worker using (true) with check (true);

-- Serial numbers that may report, and through whom. Kept by the slices whose devices they are.
create table devices_registry (
  sn text primary key,
  device_id bigint not null unique,
  tenant_id text not null,
  gateway_id bigint,
  gateway_sn text not null default '',
  type smallint not null default 4,
  name text not null default '',
  activated boolean not null default true
);
create index devices_registry_gateway on devices_registry (tenant_id, gateway_id);
select ll_secure('devices_registry');

create sequence devices_state_version;
grant usage on sequence devices_state_version to lamplight_app, lamplight_worker;

-- currentControllerStatus of decisions.md B2: 1 on, 2 off, 3 fault, 4 offline, 5 not activated.
create function devices_status(activated boolean, online boolean, faulty boolean, lit boolean) returns smallint
language sql immutable parallel safe
return (case when not activated then 5 when not online then 4 when faulty then 3 when lit then 1 else 2 end)::smallint;

-- What each device said last. `version` has no index on purpose: reports then change no index and leave no dead entries behind.
create table devices_state (
  device_id bigint primary key,
  gateway_id bigint,
  version bigint not null default nextval('devices_state_version'),
  reported_at timestamptz,
  received_at timestamptz,
  override_until timestamptz,
  power float8,
  voltage float8,
  current float8,
  pf float8,
  energy float8,
  hours float8,
  temperature float8,
  tilt float8,
  dim smallint,
  state smallint not null default 4,
  is_on boolean,
  online boolean not null default false,
  tenant_id text not null,
  sn text not null,
  reason text,
  faults text[] not null default '{}'
) with (fillfactor = 70);
create index devices_state_tenant on devices_state (tenant_id, state);
create index devices_state_gateway on devices_state (tenant_id, gateway_id);
select ll_secure('devices_state');

-- A device has a state row from the moment it is registered, and none after.
create function devices_registry_changed() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_state s using old_rows o where s.device_id = o.device_id;
    return null;
  end if;
  insert into devices_state as s (device_id, tenant_id, gateway_id, sn, state)
  select n.device_id, n.tenant_id, n.gateway_id, n.sn, devices_status(n.activated, false, false, false) from new_rows n
  on conflict (device_id) do update set
    tenant_id = excluded.tenant_id,
    gateway_id = excluded.gateway_id,
    sn = excluded.sn,
    state = devices_status(excluded.state <> 5, s.online, cardinality(s.faults) > 0, s.is_on),
    version = nextval('devices_state_version')
  where (s.tenant_id, s.gateway_id, s.sn, s.state = 5) is distinct from (excluded.tenant_id, excluded.gateway_id, excluded.sn, excluded.state = 5);
  return null;
end $fn$;
create trigger state_insert after insert on devices_registry referencing new table as new_rows
  for each statement execute function devices_registry_changed();
create trigger state_update after update on devices_registry referencing new table as new_rows
  for each statement execute function devices_registry_changed();
create trigger state_delete after delete on devices_registry referencing old table as old_rows
  for each statement execute function devices_registry_changed();

-- What devices said before, one partition per day (UTC) of the device's time.
create table devices_telemetry (
  device_id bigint not null,
  at timestamptz not null,
  energy float8,
  hours float8,
  power real,
  voltage real,
  current real,
  pf real,
  temperature real,
  tilt real,
  dim smallint,
  is_on boolean,
  tenant_id text not null,
  primary key (tenant_id, device_id, at)
) partition by range (at);
select ll_secure('devices_telemetry');

-- The server owns no table: it makes and drops partitions through these two.
create function devices_telemetry_partition(day date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  name text := 'devices_telemetry_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('devices_telemetry'));
  execute format(
    'create table if not exists %I partition of devices_telemetry for values from (%L) to (%L)',
    name, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
  execute format('alter table %I enable row level security', name);
end $fn$;

-- Drops the partitions of days before `day`; answers how many.
create function devices_telemetry_drop(day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  old text;
  dropped integer := 0;
begin
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'devices_telemetry'::regclass and c.relname < 'devices_telemetry_' || to_char(day, 'YYYYMMDD')
  loop
    execute format('drop table %I', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $fn$;
revoke execute on function devices_telemetry_partition(date), devices_telemetry_drop(date) from public;
grant execute on function devices_telemetry_partition(date), devices_telemetry_drop(date) to lamplight_worker;

-- The latest message of each gateway that did not fit, and how many there were, so that a person sees why.
create table devices_misfit (
  gateway_sn text primary key,
  tenant_id text not null,
  kind text not null,
  reason text not null,
  payload text not null,
  at timestamptz not null,
  count bigint not null default 1
);
select ll_secure('devices_misfit', 'platform');

-- Children that a gateway names in its hello and nobody has registered.
create table devices_stranger (
  gateway_sn text not null,
  sn text not null,
  tenant_id text not null,
  type text not null,
  at timestamptz not null,
  primary key (tenant_id, gateway_sn, sn)
);
select ll_secure('devices_stranger');

create table devices_group_member (
  group_id bigint not null,
  device_id bigint not null,
  tenant_id text not null,
  primary key (tenant_id, group_id, device_id)
);
create index devices_group_member_device on devices_group_member (tenant_id, device_id);
select ll_secure('devices_group_member');
