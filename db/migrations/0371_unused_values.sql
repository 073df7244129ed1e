-- Which rows use a parameter value: for its removal, and for the foreign keys.
create index control_param_wanted on control_param (wanted_id) where wanted_id is not null;
create index control_param_reported on control_param (reported_id) where reported_id is not null;
