alter table control_batch add column automatic boolean;
alter table control_batch add column attempts integer;
alter table control_batch add column folded boolean;
create index control_batch_automatic_id on control_batch (tenant_id, automatic, id) where not is_deleted;

-- Commands without a user are those of the platform.
update control_batch set automatic = create_user is null, folded = false;
create or replace view control_batches with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, is_deleted, command, level, status, state, device_type, command_text, command_text_en, target_kind,
    target_text, target_text_en, total, queued, sent, received, applied, verified, failed, timed_out, superseded, returned, ended, reached_sent,
    reached_received, reached_applied, cmd, args, automatic
  from control_batch;
