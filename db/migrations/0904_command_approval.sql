create table control_approval (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  content text,
  content_en text,
  state smallint,
  target_text text,
  target_text_en text,
  devices integer,
  reason text,
  requester_id bigint,
  reviewer_id bigint,
  note text,
  batch_id text,
  request_key text,
  work text,
  device_ids bigint[]
);
create index control_approval_tenant on control_approval (tenant_id, id) where not is_deleted;
create index control_approval_request_key on control_approval (tenant_id, request_key) where not is_deleted;
select ll_secure('control_approval', 'tenant');
select ll_counted('control_approval', false);
