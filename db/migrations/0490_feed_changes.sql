-- When a lamp was bound to its loop, and by whom: the list of bindings shows it.
alter table cabinets_feed add column update_time timestamptz not null default now(), add column update_user bigint;
