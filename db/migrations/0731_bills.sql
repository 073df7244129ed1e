create table reports_bill (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  bill_no text,
  supply text,
  supply_name text,
  start_day text,
  end_day text,
  kwh double precision,
  money double precision,
  reading smallint,
  remark text
);
create index reports_bill_tenant on reports_bill (tenant_id, id) where not is_deleted;
create unique index reports_bill_bill_no_unique on reports_bill (tenant_id, bill_no) where not is_deleted;
create index reports_bill_supply_start_day on reports_bill (tenant_id, supply, start_day) where not is_deleted;
create index reports_bill_end_day_id on reports_bill (tenant_id, end_day, id) where not is_deleted;
select ll_secure('reports_bill', 'tenant');
select ll_counted('reports_bill', false);
