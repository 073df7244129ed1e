-- Ten systems stand in the header in English: a shorter name for one of them. A name that an administrator gave stays.
update system_menu set en_name = 'Tools' where code = 'tool' and en_name = 'Development';
