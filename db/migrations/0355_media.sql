-- Info screens, broadcast units, and on/off strategies with the log of what was sent to devices.
create table media_info_screen (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_info_screen_tenant on media_info_screen (tenant_id, id) where not is_deleted;
create unique index media_info_screen_sn_unique on media_info_screen (tenant_id, sn) where not is_deleted;
create index media_info_screen_project_id_id on media_info_screen (tenant_id, project_id, id) where not is_deleted;
create index media_info_screen_area_id_id on media_info_screen (tenant_id, area_id, id) where not is_deleted;
create index media_info_screen_gateway_id on media_info_screen (tenant_id, gateway_id) where not is_deleted;
create index media_info_screen_keyword on media_info_screen (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_info_screen', 'tenant');
select ll_counted('media_info_screen', true);

create table media_broadcast (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_broadcast_tenant on media_broadcast (tenant_id, id) where not is_deleted;
create unique index media_broadcast_sn_unique on media_broadcast (tenant_id, sn) where not is_deleted;
create index media_broadcast_project_id_id on media_broadcast (tenant_id, project_id, id) where not is_deleted;
create index media_broadcast_area_id_id on media_broadcast (tenant_id, area_id, id) where not is_deleted;
create index media_broadcast_gateway_id on media_broadcast (tenant_id, gateway_id) where not is_deleted;
create index media_broadcast_keyword on media_broadcast (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_broadcast', 'tenant');
select ll_counted('media_broadcast', true);

create table media_on_off_strategy (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  status smallint,
  type smallint,
  dev_model text,
  periods jsonb,
  remark text
);
create index media_on_off_strategy_tenant on media_on_off_strategy (tenant_id, id) where not is_deleted;
create unique index media_on_off_strategy_name_unique on media_on_off_strategy (tenant_id, name) where not is_deleted;
select ll_secure('media_on_off_strategy', 'tenant');
select ll_counted('media_on_off_strategy', false);

create table media_on_off_log (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  row_id bigint,
  type smallint,
  account text
);
create index media_on_off_log_tenant on media_on_off_log (tenant_id, id) where not is_deleted;
create index media_on_off_log_row_id on media_on_off_log (tenant_id, row_id) where not is_deleted;
select ll_secure('media_on_off_log', 'tenant');
select ll_counted('media_on_off_log', false);

create table media_on_off_detail (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  log_id bigint,
  sn text,
  batch_id bigint
);
create index media_on_off_detail_tenant on media_on_off_detail (tenant_id, id) where not is_deleted;
create index media_on_off_detail_log_id on media_on_off_detail (tenant_id, log_id) where not is_deleted;
create index media_on_off_detail_batch_id on media_on_off_detail (tenant_id, batch_id) where not is_deleted;
select ll_secure('media_on_off_detail', 'tenant');
select ll_counted('media_on_off_detail', false);
