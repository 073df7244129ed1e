-- What a batch of readings is handed over as: one array of rows instead of one array for each column, which is read three times as fast.
create type devices_reading as (
  device_id bigint,
  tenant_id text,
  -- device time
  at timestamptz,
  -- 1 goes into the history, 2 is the newest of its device in the batch, 4 says something of the light
  flags smallint,
  dim smallint,
  is_on boolean,
  power float8,
  voltage float8,
  current float8,
  pf float8,
  energy float8,
  hours float8,
  temperature float8,
  tilt float8,
  reason text,
  until timestamptz,
  faults text
);
