-- The work strategy of a group was a free text that nothing read. It names a strategy, which the members receive.
alter table devices_group alter column work_strategy_id type bigint
  using case when work_strategy_id ~ '^[0-9]{1,18}$' then work_strategy_id::bigint end;
