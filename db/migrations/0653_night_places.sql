create table strategies_cabinet_night (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  cabinet_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lamps integer,
  deviating integer,
  late integer,
  cause smallint,
  amount integer
);
create index strategies_cabinet_night_tenant on strategies_cabinet_night (tenant_id, id) where not is_deleted;
create index strategies_cabinet_night_day_id on strategies_cabinet_night (tenant_id, day, id) where not is_deleted;
create index strategies_cabinet_night_cabinet_id_day on strategies_cabinet_night (tenant_id, cabinet_id, day) where not is_deleted;
select ll_secure('strategies_cabinet_night', 'tenant');
select ll_counted('strategies_cabinet_night', true);

alter table strategies_deviation add column cabinet_id bigint;
alter table strategies_deviation add column gateway_id bigint;

create table strategies_shortfall (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  street_id bigint,
  project_id bigint,
  area_id bigint,
  class_id bigint,
  lamps integer,
  minutes integer,
  lowest integer,
  floor integer,
  begins text,
  ends text
);
create index strategies_shortfall_tenant on strategies_shortfall (tenant_id, id) where not is_deleted;
create index strategies_shortfall_day_id on strategies_shortfall (tenant_id, day, id) where not is_deleted;
create index strategies_shortfall_street_id_day on strategies_shortfall (tenant_id, street_id, day) where not is_deleted;
select ll_secure('strategies_shortfall', 'tenant');
select ll_counted('strategies_shortfall', true);
