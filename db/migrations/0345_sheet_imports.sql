-- Rows that come in by a sheet, for every resource with `io.import`: what came, how it stands, what it did to each row, so that it can be taken back.
create table kit_import (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint not null,
  account text not null default '',
  create_time timestamptz not null default now(),
  end_time timestamptz,
  resource text not null,
  file_name text not null,
  -- rows that are there already are changed; else they fail
  covers boolean not null default false,
  -- values that every row gets where its cell is empty, by wire name
  fixed jsonb not null default '{}',
  -- [wire name, head in the file] of the columns that are read
  columns jsonb not null,
  notes jsonb not null default '[]',
  lang text not null default 'zh',
  -- draft, running, ended, undoing, undone
  phase text not null default 'draft',
  job_id bigint,
  undo_job_id bigint,
  total integer not null default 0,
  -- why the work could not go on
  reason text,
  stopped_by text
);
create index kit_import_tenant on kit_import (tenant_id, resource, id desc);
create index kit_import_draft on kit_import (create_time) where phase = 'draft';
select ll_secure('kit_import');

create table kit_import_row (
  import_id bigint not null references kit_import on delete cascade,
  -- number of the row in the file
  row integer not null,
  tenant_id text not null,
  cells jsonb not null,
  -- 0 waiting, 1 added, 2 changed, 3 failed, 4 taken back, 5 stays because it changed since
  state smallint not null default 0,
  reason text,
  row_id bigint,
  written_at timestamptz,
  -- the imported values of a changed row before the import, by wire name
  before jsonb,
  primary key (import_id, row)
);
create index kit_import_row_state on kit_import_row (import_id, state, row);
select ll_secure('kit_import_row');
