-- A publication to 100,000 devices writes 100,000 rows of these tables, twice in control_param. The foreign keys looked up the same value or calendar for each
-- row, and their indexes were written for each row: half of the time of the database.
--
-- Values stay as long as a row refers to them: who writes a reference stores the value in the same transaction, which locks it, and the removal of unused values
-- (control.values) skips locked ones and looks again under its own locks. It reads control_param once an hour, without an index.
alter table control_param drop constraint control_param_wanted_id_fkey, drop constraint control_param_reported_id_fkey;
drop index control_param_wanted, control_param_reported;

-- Calendars are never removed, and who assigns one stores it in the same transaction.
alter table strategies_device drop constraint strategies_device_calendar_id_fkey, drop constraint strategies_device_former_calendar_id_fkey;
alter table strategies_held drop constraint strategies_held_calendar_id_fkey;
drop index strategies_device_calendar, strategies_held_calendar;
-- A new version of a strategy then changes no indexed column: with room on its page a row is updated without writing its indexes.
alter table strategies_device set (fillfactor = 70);
