-- A set of a dangerous family: the first gateways, and the rest that waits until these came back. `state` is WAVE_STATE of the slice `control`.
create table control_wave (
  batch_id bigint primary key,
  tenant_id text not null,
  family text not null,
  value_id bigint not null references control_value (id),
  wanted_by bigint,
  -- Gateways of the first wave.
  gateways text[] not null,
  first integer not null,
  rest integer not null,
  state smallint not null default 0,
  -- Next step; null after the last one.
  next_at timestamptz,
  -- The read that shows whether the first devices came back.
  read_id bigint,
  ended_at timestamptz
);
create index control_wave_open on control_wave (next_at) where next_at is not null;
select ll_secure('control_wave');
