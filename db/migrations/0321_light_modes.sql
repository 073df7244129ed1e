-- How far the wanted value of a family has come on devices: 0 nothing is wanted, 1 being applied, 2 applied, 3 a device refused, changed or lost it.
create function control_params_applied(family_name text, devices bigint[]) returns smallint language sql stable as $fn$
  select case
    when count(*) = 0 then 0
    when bool_or(p.status in (4, 5, 6)) then 3
    when bool_or(p.status in (0, 1)) then 1
    else 2
  end::smallint
  from control_param p where p.device_id = any(devices) and p.family = family_name and p.wanted_id is not null
$fn$;

create table strategies_light_mode (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  status smallint,
  lamp_run_mode smallint,
  project_id bigint,
  area_id bigint,
  lamp_mode_rule_lis jsonb,
  dev_list bigint[]
);
create index strategies_light_mode_tenant on strategies_light_mode (tenant_id, id) where not is_deleted;
create unique index strategies_light_mode_name_unique on strategies_light_mode (tenant_id, name) where not is_deleted;
create index strategies_light_mode_project_id on strategies_light_mode (tenant_id, project_id) where not is_deleted;
select ll_secure('strategies_light_mode', 'tenant');
select ll_counted('strategies_light_mode', true);
