create table reports_monthly (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  month text,
  area_id bigint,
  state smallint,
  files integer,
  made_at timestamptz,
  made_by text,
  seconds double precision,
  reason text
);
create index reports_monthly_tenant on reports_monthly (tenant_id, id) where not is_deleted;
select ll_secure('reports_monthly', 'tenant');
select ll_counted('reports_monthly', false);

-- Files of monthly reports, of some 100 kB each: both languages, as PDF and as workbook.
create table reports_monthly_file (
  tenant_id text not null,
  report_id bigint not null,
  lang text not null,
  format text not null,
  bytes bytea not null,
  primary key (report_id, lang, format)
);
select ll_secure('reports_monthly_file');
