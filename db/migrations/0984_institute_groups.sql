-- Groups of institutes said that they are of city lighting.
update devices_group set system_type = 4 where category = 'institute' and system_type = 2;
