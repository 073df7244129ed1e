alter table strategies_instance add column publication_id bigint;
alter table strategies_instance add column reason text;
