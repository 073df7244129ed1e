create table chirpstack_codec (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  uplinks jsonb,
  commands jsonb,
  remark text
);
create index chirpstack_codec_tenant on chirpstack_codec (tenant_id, id) where not is_deleted;
create unique index chirpstack_codec_name_unique on chirpstack_codec (tenant_id, name) where not is_deleted;
select ll_secure('chirpstack_codec', 'tenant');
select ll_counted('chirpstack_codec', false);

create table chirpstack_multicast (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  server_id bigint,
  group_id text,
  node_ids bigint[],
  remark text
);
create index chirpstack_multicast_tenant on chirpstack_multicast (tenant_id, id) where not is_deleted;
create unique index chirpstack_multicast_name_unique on chirpstack_multicast (tenant_id, name) where not is_deleted;
create unique index chirpstack_multicast_group_id_unique on chirpstack_multicast (tenant_id, group_id) where not is_deleted;
select ll_secure('chirpstack_multicast', 'tenant');
select ll_counted('chirpstack_multicast', false);

create table chirpstack_node (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  server_id bigint,
  dev_eui text,
  codec_id bigint,
  application_id text,
  confirmed boolean,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  address text,
  gateway_id bigint,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index chirpstack_node_tenant on chirpstack_node (tenant_id, id) where not is_deleted;
create unique index chirpstack_node_sn_unique on chirpstack_node (tenant_id, sn) where not is_deleted;
create unique index chirpstack_node_dev_eui_unique on chirpstack_node (tenant_id, dev_eui) where not is_deleted;
create index chirpstack_node_project_id_id on chirpstack_node (tenant_id, project_id, id) where not is_deleted;
create index chirpstack_node_area_id_id on chirpstack_node (tenant_id, area_id, id) where not is_deleted;
create index chirpstack_node_server_id_dev_eui on chirpstack_node (tenant_id, server_id, dev_eui) where not is_deleted;
create index chirpstack_node_codec_id on chirpstack_node (tenant_id, codec_id) where not is_deleted;
create index chirpstack_node_keyword on chirpstack_node (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('chirpstack_node', 'tenant');
select ll_counted('chirpstack_node', true);

create table chirpstack_server (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  code text,
  state smallint,
  fault smallint,
  connected_at timestamptz,
  message_at timestamptz,
  url text,
  username text,
  password text,
  ca text,
  applications jsonb,
  api_url text,
  api_token text,
  region smallint,
  enabled boolean,
  remark text
);
create index chirpstack_server_tenant on chirpstack_server (tenant_id, id) where not is_deleted;
create unique index chirpstack_server_name_unique on chirpstack_server (tenant_id, name) where not is_deleted;
create unique index chirpstack_server_code_unique on chirpstack_server (tenant_id, code) where not is_deleted;
select ll_secure('chirpstack_server', 'tenant');
select ll_counted('chirpstack_server', false);

-- Downlinks to nodes: by their queue item the events of ChirpStack find the commands, also after a restart. A multicast downlink has a row for each node.
create table chirpstack_downlink (
  queue_item_id uuid not null,
  device_id bigint not null,
  tenant_id text not null,
  server_id bigint not null,
  sn text not null,
  batch_id bigint not null,
  multicast_id bigint,
  confirmed boolean not null,
  wanted jsonb not null,
  sent_at timestamptz not null,
  expire_at timestamptz not null,
  transmitted_at timestamptz,
  ended_at timestamptz,
  primary key (queue_item_id, device_id)
);
create index chirpstack_downlink_open on chirpstack_downlink (tenant_id, server_id, device_id, sent_at) where ended_at is null;
create index chirpstack_downlink_sent on chirpstack_downlink (sent_at);
select ll_secure('chirpstack_downlink', 'tenant');
