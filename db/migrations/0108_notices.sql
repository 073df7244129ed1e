-- Notices of a tenant, and who has opened which.
create table system_notice (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  title text,
  category text,
  release_time timestamptz,
  dept_ids bigint[],
  role_ids bigint[],
  user_ids bigint[],
  content text
);
create index system_notice_tenant on system_notice (tenant_id, id) where not is_deleted;
create index system_notice_release_time on system_notice (tenant_id, release_time) where not is_deleted;
select ll_secure('system_notice', 'tenant');
select ll_counted('system_notice', false);

create table system_notice_read (
  notice_id bigint not null,
  user_id bigint not null,
  tenant_id text not null,
  read_at timestamptz not null default now(),
  primary key (notice_id, user_id)
);
create index system_notice_read_tenant on system_notice_read (tenant_id, user_id);
select ll_secure('system_notice_read', 'tenant');
