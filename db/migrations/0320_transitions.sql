-- Transitions of rows between the states of their lifecycle: who, when, from which state to which, with what input. One table for all resources.
-- `from_state` is null where a person added the row. Rows are never changed: the state before the present one is read from here.
create table kit_transition (
  id bigint primary key,
  tenant_id text not null,
  resource text not null,
  row_id bigint not null,
  transition text not null,
  from_state smallint,
  to_state smallint not null,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text not null default '',
  input jsonb not null default '{}'
);
create index kit_transition_row on kit_transition (row_id, id);
create index kit_transition_tenant on kit_transition (tenant_id, resource, id);
select ll_secure('kit_transition', 'platform');
revoke update, delete on kit_transition from lamplight_app;
