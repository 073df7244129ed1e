-- Of one kind, the newest of one person.
create index kit_job_user on kit_job (tenant_id, user_id, kind, id desc);
