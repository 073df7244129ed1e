alter table alarms_alarm add column value_en text;
update alarms_alarm a set value_en = r.evidence_en from diagnosis_record r where r.alarm_id = a.id and a.value = r.evidence;
alter table strategies_publication add column target_text_en text;
