-- Saved reports: the question of an export, asked again at each run. The menus come from the definitions.
create table reports_report (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  source text,
  filter text,
  columns text,
  period smallint,
  format smallint
);
create index reports_report_tenant on reports_report (tenant_id, id) where not is_deleted;
select ll_secure('reports_report', 'tenant');
select ll_counted('reports_report', false);
