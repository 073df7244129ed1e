-- A flood inserts 100,000 alarms; each index costs it 0.1 s. Lists of alarms are sorted by the time of their begin.
drop index alarms_alarm_tenant;
-- What changed since the last push lies in few blocks, which this index names.
drop index alarms_alarm_changed;
create index alarms_alarm_changed on alarms_alarm using brin (update_time) with (autosummarize = on);
