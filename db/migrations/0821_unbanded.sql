-- Energy without a time of day: days whose hours are not known. Peak, flat, valley and this add up to the energy.
alter table reports_charge_daily add column unbanded bigint not null generated always as (greatest(energy - peak - flat - valley, 0)) stored;
alter table reports_charge_monthly add column unbanded bigint not null generated always as (greatest(energy - peak - flat - valley, 0)) stored;
alter table reports_charge_project_daily add column unbanded bigint not null generated always as (greatest(energy - peak - flat - valley, 0)) stored;
