-- Files of fields (f.file): what each is and whose. The bytes stand in the store of files: the disk of the server, or a bucket.
create table kit_file (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  -- slice.entity and the field that take it
  resource text not null,
  field text not null,
  -- the row that holds it; null: nothing was submitted with it yet
  row_id bigint,
  name text not null,
  kind text not null,
  size bigint not null,
  width integer,
  height integer,
  sha256 text not null,
  -- key in the store, and the object store (null: the disk)
  key text not null,
  store_id bigint,
  -- nothing refers to it any more: nobody may read it, and its bytes are being removed
  gone boolean not null default false
);
create index kit_file_tenant on kit_file (tenant_id);
create index kit_file_row on kit_file (resource, field, row_id) where not gone;
create index kit_file_waiting on kit_file (create_time) where row_id is null and not gone;
create index kit_file_gone on kit_file (id) where gone;
create index kit_file_store on kit_file (store_id) where store_id is not null;
-- Administrators of the platform submit rows of other tenants with files that they uploaded.
select ll_secure('kit_file', 'platform');

-- [{id, name, type, size, width, height}] as the field holds them.
alter table lighting_post add column pictures jsonb;
alter table devices_supplier add column contract jsonb;
