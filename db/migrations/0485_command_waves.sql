-- A dangerous command (factory reset) goes in waves too; it sets no value.
alter table control_wave alter column family drop not null;
alter table control_wave alter column value_id drop not null;
