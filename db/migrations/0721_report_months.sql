create table reports_month (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  month text,
  tariff text,
  co2 double precision,
  state smallint,
  closed_at timestamptz
);
create index reports_month_tenant on reports_month (tenant_id, id) where not is_deleted;
select ll_secure('reports_month', 'tenant');
select ll_counted('reports_month', false);
