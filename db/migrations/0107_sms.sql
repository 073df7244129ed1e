-- Ways to send text messages, of which a tenant uses one, and every message with what became of it.
create table system_sms (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  category smallint,
  sms_code text,
  endpoint text,
  template_id text,
  sign_name text,
  access_key text,
  -- sealed
  secret_key text,
  region_id text,
  status smallint,
  remark text
);
create index system_sms_tenant on system_sms (tenant_id, id) where not is_deleted;
create unique index system_sms_sms_code_unique on system_sms (tenant_id, sms_code) where not is_deleted;
create unique index system_sms_one on system_sms (tenant_id) where status = 2 and not is_deleted;
select ll_secure('system_sms', 'platform');
select ll_counted('system_sms', false);

create table system_sms_message (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  phone text,
  code text,
  content text,
  status smallint,
  reason text,
  sms_id bigint
);
create index system_sms_message_tenant on system_sms_message (tenant_id, id) where not is_deleted;
create index system_sms_message_phone on system_sms_message (tenant_id, phone) where not is_deleted;
create index system_sms_message_time on system_sms_message (tenant_id, create_time);
select ll_secure('system_sms_message', 'platform');
select ll_counted('system_sms_message', false);
