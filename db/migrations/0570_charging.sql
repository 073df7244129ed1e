create table charging_check_order (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  check_order_seq text,
  operator_id bigint,
  start_time timestamptz,
  end_time timestamptz,
  orders integer,
  settled integer,
  disputed integer,
  unknown integer,
  energy_wh integer,
  total_fen integer,
  disputes text
);
create index charging_check_order_tenant on charging_check_order (tenant_id, id) where not is_deleted;
create unique index charging_check_order_check_order_seq_unique on charging_check_order (tenant_id, check_order_seq) where not is_deleted;
select ll_secure('charging_check_order', 'tenant');
select ll_counted('charging_check_order', false);

create table charging_operator (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  operator_id text,
  secret text,
  base_url text,
  enabled boolean,
  virtual boolean,
  remark text
);
create index charging_operator_tenant on charging_operator (tenant_id, id) where not is_deleted;
create unique index charging_operator_operator_id_unique on charging_operator (tenant_id, operator_id) where not is_deleted;
select ll_secure('charging_operator', 'tenant');
select ll_counted('charging_operator', false);

create table charging_order (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  start_charge_seq text,
  state smallint,
  station_code text,
  station_id bigint,
  operator_id bigint,
  connector_id text,
  pile_id bigint,
  start_time timestamptz,
  end_time timestamptz,
  stop_reason smallint,
  check_order_seq text,
  pushed_at timestamptz,
  former_end_time timestamptz,
  modified_by text,
  modified_at timestamptz,
  reason text,
  project_id bigint,
  area_id bigint,
  energy_wh integer,
  electricity_fen integer,
  service_fen integer,
  former_electricity_fen integer,
  former_service_fen integer
);
create index charging_order_tenant on charging_order (tenant_id, id) where not is_deleted;
create unique index charging_order_start_charge_seq_unique on charging_order (tenant_id, start_charge_seq) where not is_deleted;
create index charging_order_start_time on charging_order (tenant_id, start_time) where not is_deleted;
create index charging_order_station_id_end_time on charging_order (tenant_id, station_id, end_time) where not is_deleted;
create index charging_order_check_order_seq on charging_order (tenant_id, check_order_seq) where not is_deleted;
create index charging_order_project_id_id on charging_order (tenant_id, project_id, id) where not is_deleted;
create index charging_order_area_id_id on charging_order (tenant_id, area_id, id) where not is_deleted;
select ll_secure('charging_order', 'tenant');
select ll_counted('charging_order', true);

create table charging_pile (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  station_id bigint,
  connector_type smallint,
  rated_power double precision,
  address text,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index charging_pile_tenant on charging_pile (tenant_id, id) where not is_deleted;
create unique index charging_pile_sn_unique on charging_pile (tenant_id, sn) where not is_deleted;
create index charging_pile_project_id_id on charging_pile (tenant_id, project_id, id) where not is_deleted;
create index charging_pile_area_id_id on charging_pile (tenant_id, area_id, id) where not is_deleted;
create index charging_pile_gateway_id on charging_pile (tenant_id, gateway_id) where not is_deleted;
create index charging_pile_keyword on charging_pile (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('charging_pile', 'tenant');
select ll_counted('charging_pile', true);

create table charging_station (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  station_id text,
  operator_id bigint,
  address text,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text
);
create index charging_station_tenant on charging_station (tenant_id, id) where not is_deleted;
create unique index charging_station_station_id_unique on charging_station (tenant_id, station_id) where not is_deleted;
create index charging_station_project_id_id on charging_station (tenant_id, project_id, id) where not is_deleted;
create index charging_station_area_id_id on charging_station (tenant_id, area_id, id) where not is_deleted;
create index charging_station_operator_id on charging_station (tenant_id, operator_id) where not is_deleted;
select ll_secure('charging_station', 'tenant');
select ll_counted('charging_station', true);

-- Finished and settled orders by the day on which they ended, in the tenant's time zone, and by station. The server sums them again whenever an order of the
-- day changes (domains/charging/server/bill.ts); requests only read them.
create table charging_bill_day (
  tenant_id text not null,
  day date not null,
  station_id bigint not null default 0,
  station_code text not null default '',
  operator_id bigint not null default 0,
  project_id bigint not null default 0,
  area_id bigint not null default 0,
  orders bigint not null default 0,
  energy_wh bigint not null default 0,
  electricity_fen bigint not null default 0,
  service_fen bigint not null default 0,
  total_fen bigint not null default 0,
  primary key (tenant_id, day, station_id, station_code, operator_id, project_id, area_id)
);
select ll_secure('charging_bill_day');
revoke insert, update, delete on charging_bill_day from lamplight_app;
-- Sums do not show who made an order: users whose data scope hides orders see no sums.
create policy scope on charging_bill_day as restrictive to lamplight_scoped using (not (select ll_is_scoped('charging_order')));
