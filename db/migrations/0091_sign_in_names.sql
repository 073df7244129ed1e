-- Names that end in Id are references; these are none.
alter table identity_social_source rename column client_id to client;
alter table identity_register_info rename column dept_ids to departments;
