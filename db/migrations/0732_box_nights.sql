-- Meters of switch boxes against the inventory: what lower slices offer for it, and the means of each box and night.
create view cabinets_boxes with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, sn, project_id, area_id from cabinets_switchbox;
create view cabinets_box_meters with (security_invoker = true) as
  select id, tenant_id, is_deleted, switchbox_id as box_id, sn, name, project_id, area_id from cabinets_meter;
-- Lamp controllers behind each box; a lamp that two loops of a box feed stands there once.
create view cabinets_box_lamps with (security_invoker = true) as
  select distinct l.tenant_id, l.switchbox_id as box_id, f.device_id from cabinets_loop l join cabinets_fed f on f.tenant_id = l.tenant_id and f.loop_id = l.id
  where not l.is_deleted and l.switchbox_id is not null;
-- Nominal power of the lamps of lamp controllers and its curve (model/lamp.resource.ts).
create view lighting_lamp_powers with (security_invoker = true) as
  select id, tenant_id, is_deleted, controller_id, power, min_level, min_power from lighting_lamp;
grant select on cabinets_boxes, cabinets_box_meters, cabinets_box_lamps, lighting_lamp_powers to lamplight_app, lamplight_worker;

-- Means of a box over the hours of a night (noon to noon) in which all of its lamps were lit by their calendars, and in which none was. W.
create table reports_box_night (
  tenant_id text not null,
  day date not null,
  box_id bigint not null,
  -- Hours with readings of the meter.
  night_hours smallint not null,
  day_hours smallint not null,
  meter_night double precision,
  meter_day double precision,
  lamps_night double precision,
  lamps_day double precision,
  -- Mean time in which the calendars light the lamps.
  lit_hours double precision not null,
  -- Number of lamps by nominal power, W, and of those without one.
  lamps jsonb not null,
  unrated integer not null,
  primary key (tenant_id, day, box_id)
);
select ll_secure('reports_box_night');
revoke insert, update, delete on reports_box_night from lamplight_app;
