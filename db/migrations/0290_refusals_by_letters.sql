-- Conflicts and refusals are looked up whatever the letters of the number, upper or lower case.
create index devices_refusal_sn_upper on devices_refusal (upper(gateway_sn));
