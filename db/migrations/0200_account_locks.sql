-- Failures count from the first one of a window. Before, each failure prolonged the window of an address, so that a busy office reached the limit in days.
-- `user_id` names the account where there is one: lists show who is locked, and an unlock finds every count of that person.
alter table identity_lock add column first_at timestamptz, add column user_id bigint;
update identity_lock set first_at = last_at;
update identity_lock l set user_id = u.id from identity_user u where l.key = 'account:' || u.tenant_id || ':' || u.account and not u.is_deleted;
alter table identity_lock alter column first_at set not null;
create index identity_lock_user on identity_lock (user_id) where user_id is not null;

-- Accounts that cannot sign in now, with the time until which. Locks of single devices, of the own password and of addresses are left out.
-- Runs as the owner, because only the worker role reads identity_lock. The caller joins it with users that its policy shows.
create function identity_locked_users() returns table (user_id bigint, locked_until timestamptz)
  language sql stable security definer set search_path = public rows 20 as $fn$
  select l.user_id, max(l.locked_until) from identity_lock l
  where l.user_id is not null and l.locked_until > now() and split_part(l.key, ':', 1) in ('account', 'phone', 'factor')
  group by l.user_id
$fn$;
revoke execute on function identity_locked_users() from public;
grant execute on function identity_locked_users() to lamplight_app, lamplight_scoped, lamplight_worker;
