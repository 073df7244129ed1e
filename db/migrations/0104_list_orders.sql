-- Lists of the tenant's own order are read along an index.
create index identity_post_order on identity_post (tenant_id, sort, id desc) where not is_deleted;
create index identity_user_role on identity_user using gin (role_id) where not is_deleted;

-- People of departments with those below them (`dept`), with one of some positions (`post`) or roles (`role`). Runs as the owner, for under a
-- policy no index over arrays is used; whose rows these are is still the policies' to say, over the rows that are read by these ids.
create function identity_users_of(kind text, ids bigint[]) returns setof bigint
  language plpgsql stable security definer set search_path = public rows 100 as $fn$
declare
  wanted bigint[] := ids;
begin
  if kind = 'dept' then
    wanted := array(
      with recursive down as (
        select d.id from identity_dept d where d.id = any(ids)
        union select d.id from identity_dept d join down on d.parent_id = down.id where not d.is_deleted)
      select down.id from down);
    return query select u.id from identity_user u where u.dept_id && wanted and not u.is_deleted;
  elsif kind = 'post' then
    return query select u.id from identity_user u where u.post_id && wanted and not u.is_deleted;
  else
    return query select u.id from identity_user u where u.role_id && wanted and not u.is_deleted;
  end if;
end $fn$;
