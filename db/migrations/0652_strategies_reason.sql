alter table strategies_strategy add column reason text;
