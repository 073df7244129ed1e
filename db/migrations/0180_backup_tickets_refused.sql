-- How often an address of an archive was asked for when it opened nothing any more; tickets stay a month for that.
alter table system_backup_ticket add column refused integer not null default 0;
