-- Addresses that archives of backups leave by: each opens once, for the person it was given to.
create table system_backup_ticket (
  id bigint primary key,
  tenant_id text not null,
  backup_id bigint not null,
  user_id bigint not null,
  account text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
select ll_secure('system_backup_ticket', 'tenant');
-- The server alone reads and writes them.
revoke all on system_backup_ticket from lamplight_app;
