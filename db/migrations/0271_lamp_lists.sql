-- Lists of lamps are searched and sorted along indexes.

-- What a keyword looks in, in lower case: the index holds it, and a search does not read the rows.
alter table lighting_lamp add column keyword_text text
  generated always as (lower(coalesce(name, '') || E'\n' || coalesce(sn, ''))) stored;
create index lighting_lamp_keyword on lighting_lamp (tenant_id, id) include (keyword_text) where not is_deleted;

-- Orders that the list offers, and filters whose rows are counted.
create index lighting_lamp_power_id on lighting_lamp (tenant_id, power, id) where not is_deleted;
create index lighting_lamp_kind_id on lighting_lamp (tenant_id, kind, id) where not is_deleted;
create index lighting_lamp_lamp_type_id on lighting_lamp (tenant_id, lamp_type, id) where not is_deleted;
