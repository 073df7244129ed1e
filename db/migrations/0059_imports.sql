-- Inventories brought in from files: what came, how it is read, what it did, and what is needed to take it back.
create table lighting_import (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint,
  account text not null default '',
  create_time timestamptz not null default now(),
  end_time timestamptz,
  -- lamp, controller, install
  kind text not null,
  file_name text not null,
  size bigint not null,
  project_id bigint,
  area_id bigint,
  group_id bigint,
  -- areas that who began it may write to; null: all of the tenant
  area_ids bigint[],
  inspection jsonb,
  mapping jsonb,
  -- the mapping was kept from an earlier file of the same columns
  remembered boolean not null default false,
  -- m between the lamps proposed along lit ways, once a person has confirmed them
  spacing double precision,
  -- draft, running, ended, undoing, undone
  phase text not null default 'draft',
  -- decisions.md C12
  status smallint not null default 0,
  job_id bigint,
  undo_job_id bigint,
  done bigint not null default 0,
  total bigint not null default 0,
  failed bigint not null default 0,
  reason jsonb,
  notes jsonb not null default '[]',
  undo jsonb
);
create index lighting_import_tenant on lighting_import (tenant_id, kind, id desc);
create index lighting_import_draft on lighting_import (create_time) where phase = 'draft';
select ll_secure('lighting_import');

-- The file itself while it is needed, so that any process can take the work up; none is kept after the end.
create table lighting_import_part (
  import_id bigint not null,
  at integer not null,
  tenant_id text not null,
  bytes bytea not null,
  primary key (import_id, at)
);
alter table lighting_import_part alter column bytes set storage external;
select ll_secure('lighting_import_part');

-- One row for each batch of rows that was stored, written in the transaction that stored them: a restart goes on after the last one.
-- What was made is kept as ids, what was changed as it stood before: so an import can be taken back whole.
create table lighting_import_batch (
  import_id bigint not null,
  at integer not null,
  tenant_id text not null,
  added integer not null,
  changed integer not null,
  unchanged integer not null,
  -- rows that read well and that the database could not take
  refused integer not null default 0,
  lamps bigint[] not null default '{}',
  controllers bigint[] not null default '{}',
  posts bigint[] not null default '{}',
  cabinets bigint[] not null default '{}',
  areas bigint[] not null default '{}',
  changes jsonb not null default '[]',
  undone jsonb,
  primary key (import_id, at)
);
select ll_secure('lighting_import_batch');

create table lighting_import_failure (
  import_id bigint not null,
  row integer not null,
  tenant_id text not null,
  reason jsonb not null,
  cells jsonb not null,
  primary key (import_id, row)
);
select ll_secure('lighting_import_failure');

-- What a person saw before the import: figures, first rows, and every place packed for the map.
create table lighting_import_preview (
  import_id bigint primary key,
  tenant_id text not null,
  preview jsonb not null,
  places bytea not null
);
select ll_secure('lighting_import_preview');

-- How files of these columns are read, as a person last corrected it.
create table lighting_import_mapping (
  tenant_id text not null,
  kind text not null,
  signature text not null,
  mapping jsonb not null,
  user_id bigint,
  update_time timestamptz not null default now(),
  primary key (tenant_id, kind, signature)
);
select ll_secure('lighting_import_mapping');
