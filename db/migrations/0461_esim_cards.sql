create table devices_esim_card (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  iccid text,
  msisdn text,
  imei text,
  operator smallint,
  plan_mb integer,
  used_mb integer,
  sn text,
  activated_at timestamptz,
  expire_at timestamptz,
  suspended boolean,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(iccid, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index devices_esim_card_tenant on devices_esim_card (tenant_id, id) where not is_deleted;
create unique index devices_esim_card_iccid_unique on devices_esim_card (tenant_id, iccid) where not is_deleted;
create index devices_esim_card_expire_at_id on devices_esim_card (tenant_id, expire_at, id) where not is_deleted;
create index devices_esim_card_keyword on devices_esim_card (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('devices_esim_card', 'platform');
select ll_counted('devices_esim_card', false);
