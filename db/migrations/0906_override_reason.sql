alter table control_batch add column reason text;
create or replace view control_batches with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, is_deleted, command, level, status, state, device_type, command_text, command_text_en, target_kind,
    target_text, target_text_en, total, queued, sent, received, applied, verified, failed, timed_out, superseded, returned, ended, reached_sent,
    reached_received, reached_applied, cmd, args, automatic, reason
  from control_batch;
