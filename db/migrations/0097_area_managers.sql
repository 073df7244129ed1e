-- What people call an entry of area managers: the name of its area unless told.
alter table places_area_manage add column name text;
update places_area_manage m set name = a.area_name from places_area a where a.id = m.area_id;
