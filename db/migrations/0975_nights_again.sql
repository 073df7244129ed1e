-- A lamp that was switched on and drew only its standby counted as lit, and lamps without a calendar were expected at full power all night: the recent nights are calculated again.
delete from reports_night where day >= current_date - 40;
