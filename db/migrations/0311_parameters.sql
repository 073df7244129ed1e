-- Values of parameter families. Equal values are one row: 100,000 devices with the same preset refer to one row.
create table control_value (
  id bigint primary key,
  tenant_id text not null,
  family text not null,
  hash text not null,
  value jsonb not null,
  unique (tenant_id, family, hash)
);
select ll_secure('control_value');

-- One row for each device and parameter family: the wanted value and the reported value. `status` is PARAM_STATUS of the slice `control`.
create table control_param (
  device_id bigint not null,
  family text not null,
  tenant_id text not null,
  wanted_id bigint references control_value (id),
  wanted_gen integer not null default 0,
  wanted_at timestamptz,
  wanted_by bigint,
  batch_id bigint,
  observed_gen integer not null default 0,
  reported_id bigint references control_value (id),
  reported_at timestamptz,
  status smallint not null,
  code text,
  attempts smallint not null default 0,
  next_at timestamptz,
  drift boolean not null default false,
  primary key (device_id, family)
) with (fillfactor = 70);
-- Partial indexes: they contain only rows with drift, rows that wait for a retry, and rows whose batch is running.
create index control_param_drift on control_param (tenant_id, family, device_id) where drift;
create index control_param_waiting on control_param (next_at) where status = 1;
create index control_param_pending on control_param (batch_id) where status = 0;
select ll_secure('control_param');

-- Deletes the rows of a device when its registration is deleted, or when it moves to another tenant or type.
create function control_param_registry() returns trigger language plpgsql as $fn$
begin
  delete from control_param p using old_rows o
  where p.device_id = o.device_id
    and not exists (select from devices_registry r where r.device_id = o.device_id and r.tenant_id = p.tenant_id and r.type = o.type);
  return null;
end $fn$;
create trigger param_update after update on devices_registry referencing old table as old_rows
  for each statement execute function control_param_registry();
create trigger param_delete after delete on devices_registry referencing old table as old_rows
  for each statement execute function control_param_registry();
