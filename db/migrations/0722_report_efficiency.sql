create table reports_adjustment (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  kwh double precision,
  reason text,
  document text
);
create index reports_adjustment_tenant on reports_adjustment (tenant_id, id) where not is_deleted;
select ll_secure('reports_adjustment', 'tenant');
select ll_counted('reports_adjustment', false);

create table reports_carbon_factor (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  region text,
  year integer,
  kind smallint,
  value double precision,
  hours text,
  source text
);
create index reports_carbon_factor_tenant on reports_carbon_factor (tenant_id, id) where not is_deleted;
select ll_secure('reports_carbon_factor', 'tenant');
select ll_counted('reports_carbon_factor', false);
