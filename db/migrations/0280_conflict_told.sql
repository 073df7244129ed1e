-- When a notice told of two devices that sign in with one serial number; null until then.
alter table devices_credential add column if not exists conflict_told_at timestamptz;
