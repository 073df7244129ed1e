-- Concentrators are found by the names of their lamps: both indexes are read in the order of the lamps. A binding is written once and seldom again.
create index cabinets_concentrator_lamp_lamp_id_concentrator_id on cabinets_concentrator_lamp (tenant_id, lamp_id, concentrator_id) where not is_deleted;
