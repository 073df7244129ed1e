-- Secrets of parameter families, encrypted. Values of parameters, presets and commands contain the keyed digest of a secret in its place.
create table control_secret (
  tenant_id text not null,
  family text not null,
  digest text not null,
  sealed text not null,
  primary key (tenant_id, family, digest)
);
select ll_secure('control_secret');

-- Presets of the RF password. The password is a digest of control_secret.
create table lighting_rf_password (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  password text,
  state smallint,
  remark text
);
create index lighting_rf_password_tenant on lighting_rf_password (tenant_id, id) where not is_deleted;
create unique index lighting_rf_password_name_unique on lighting_rf_password (tenant_id, name) where not is_deleted;
select ll_secure('lighting_rf_password', 'tenant');
select ll_counted('lighting_rf_password', false);
