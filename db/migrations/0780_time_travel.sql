-- The map at a past instant (docs/adr/0026-time-travel.md). Readings are stored in the order in which they arrive, so the blocks of an instant lie together: a block
-- range index finds them and costs the ingest almost nothing.
create index devices_telemetry_at on devices_telemetry using brin (at) with (pages_per_range = 32, autosummarize = on);

-- The calendar that was published to each device, from `at` until the next row of the device. strategies_device holds only the latest one.
create table strategies_held (
  device_id bigint not null,
  at timestamptz not null,
  tenant_id text not null,
  -- Null: the calendar was taken away.
  calendar_id bigint references strategies_calendar (id),
  normal_id bigint,
  special_ids bigint[] not null default '{}',
  -- Position of the lamp when it was published.
  lat double precision,
  lng double precision,
  primary key (device_id, at)
);
create index strategies_held_calendar on strategies_held (calendar_id);
-- The latest publication before an instant.
create index strategies_held_at on strategies_held (tenant_id, at);
select ll_secure('strategies_held', 'tenant');

create function strategies_held_changed() returns trigger language plpgsql as $fn$
begin
  insert into strategies_held (device_id, at, tenant_id, calendar_id, normal_id, special_ids, lat, lng)
  select n.device_id, n.published_at, n.tenant_id, n.calendar_id, n.normal_id, n.special_ids, n.lat, n.lng from new_rows n
  on conflict (device_id, at) do update set calendar_id = excluded.calendar_id, normal_id = excluded.normal_id, special_ids = excluded.special_ids,
    lat = excluded.lat, lng = excluded.lng;
  return null;
end $fn$;
create trigger held_insert after insert on strategies_device referencing new table as new_rows
  for each statement execute function strategies_held_changed();
create trigger held_update after update on strategies_device referencing new table as new_rows
  for each statement execute function strategies_held_changed();

-- What is known of the time before: the calendar that devices hold now. When they got the one before it is not stored.
insert into strategies_held (device_id, at, tenant_id, calendar_id, normal_id, special_ids, lat, lng)
select device_id, published_at, tenant_id, calendar_id, normal_id, special_ids, lat, lng from strategies_device;
