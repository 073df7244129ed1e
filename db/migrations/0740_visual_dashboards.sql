create table dashboards_visual (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  title text,
  category text,
  status smallint,
  width integer,
  height integer,
  locked boolean,
  password text,
  on_screen boolean,
  version integer,
  published_version integer,
  content text,
  files jsonb,
  remark text
);
create index dashboards_visual_tenant on dashboards_visual (tenant_id, id) where not is_deleted;
create unique index dashboards_visual_title_unique on dashboards_visual (tenant_id, title) where not is_deleted;
select ll_secure('dashboards_visual', 'tenant');
select ll_counted('dashboards_visual', false);

create table dashboards_visual_share (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  visual_id bigint,
  share_code text,
  expire_time timestamptz,
  enabled boolean,
  seen_time timestamptz
);
create index dashboards_visual_share_tenant on dashboards_visual_share (tenant_id, id) where not is_deleted;
create index dashboards_visual_share_visual_id on dashboards_visual_share (tenant_id, visual_id) where not is_deleted;
select ll_secure('dashboards_visual_share', 'tenant');
select ll_counted('dashboards_visual_share', false);

create table dashboards_visual_version (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  visual_id bigint,
  version integer,
  account text,
  content text
);
create index dashboards_visual_version_tenant on dashboards_visual_version (tenant_id, id) where not is_deleted;
create index dashboards_visual_version_visual_id_version on dashboards_visual_version (tenant_id, visual_id, version) where not is_deleted;
select ll_secure('dashboards_visual_version', 'tenant');
select ll_counted('dashboards_visual_version', false);
-- Viewers of a shared dashboard have its code only, without a tenant.
create unique index dashboards_visual_share_code on dashboards_visual_share (share_code) where not is_deleted;

-- Dashboards draw the lamps on a map.
create or replace view lighting_lamps with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, sn, kind, power, controller_id, project_id, area_id, keyword_text, lng, lat from lighting_lamp;
