-- How the connection to a data source is encrypted; null: as its address says, else with TLS unless it is this machine.
alter table system_datasource add column encryption smallint;
