-- Replacements of devices: which device took the place of which, what followed, and what could not.
create table devices_replacement (
  id bigint primary key,
  tenant_id text not null,
  old_id bigint not null,
  new_id bigint not null,
  old_sn text not null,
  new_sn text not null,
  -- The replacement that this one undoes.
  undoes bigint,
  account text not null,
  at timestamptz not null,
  followed jsonb not null,
  left_over jsonb not null
);
create index devices_replacement_old on devices_replacement (tenant_id, old_id);
create index devices_replacement_new on devices_replacement (tenant_id, new_id);
select ll_secure('devices_replacement');
