-- The device type of a lamp controller is a choice, which is stored as a smallint.
alter table lighting_controller alter column dev_type type smallint;
