-- Long work as one list: of each kind the newest of one person, or of a tenant.
create index kit_job_kind on kit_job (tenant_id, kind, id desc);
create index control_batch_author on control_batch (tenant_id, create_user, id desc) where not is_deleted;
-- Who stopped an import in the middle: the work looks at it before each batch.
alter table lighting_import add column stopped_by text;
