-- Administrative regions (wire-contract.md 4.10). `ancestors` holds the codes above, from the root, comma-joined. Everybody reads them, administrators of the platform write them.
create table places_region (
  code text primary key,
  tenant_id text not null default '000000',
  parent_code text references places_region (code),
  ancestors text not null default '',
  name text not null,
  en_name text not null default '',
  sort integer not null default 1,
  remark text not null default '',
  update_user bigint,
  update_time timestamptz not null default now()
);
create index places_region_parent on places_region (parent_code, sort, code);
select ll_secure('places_region', 'global');
