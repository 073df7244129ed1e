alter table strategies_instance add column solar_ids bigint[];
