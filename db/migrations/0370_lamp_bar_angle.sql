-- Presets of the lamp-bar angle.
create table lighting_lamp_bar_angle (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  alarm_angle integer,
  filter integer,
  state smallint,
  remark text
);
create index lighting_lamp_bar_angle_tenant on lighting_lamp_bar_angle (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_bar_angle_name_unique on lighting_lamp_bar_angle (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lamp_bar_angle', 'tenant');
select ll_counted('lighting_lamp_bar_angle', false);
