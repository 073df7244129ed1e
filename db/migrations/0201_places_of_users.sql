-- Places of a user have three origins: named in the user's own record (`named`), following from an entry of area managers (`managed`), and standing
-- below one of these (neither). Only named ones cut a user to places: an operator who also manages an area still sees the whole tenant.
alter table identity_grant add column named boolean not null default true, add column managed boolean not null default false;
alter table identity_user add column area_ids bigint[], add column project_ids bigint[];
update identity_user u set
  area_ids = (select array_agg(g.ref_id order by g.ref_id) from identity_grant g where g.user_id = u.id and g.kind = 'area'),
  project_ids = (select array_agg(g.ref_id order by g.ref_id) from identity_grant g where g.user_id = u.id and g.kind = 'project')
where u.id in (select user_id from identity_grant);

-- Gives users what stands below the places they have, and takes away what does not any more. The functions run as the owner, because the statement
-- that changes a place may be one of a user whom the policies show less.
create function identity_spread_grants(users bigint[]) returns void
  language plpgsql security definer set search_path = public as $fn$
begin
  if users is null then return; end if;
  with recursive below as (
      select g.user_id, g.kind, g.ref_id, g.tenant_id from identity_grant g where g.user_id = any(users) and (g.named or g.managed)
      union
      select b.user_id, b.kind, p.id, b.tenant_id from below b join (
        select 'area' as kind, id, parent_id, tenant_id from places_area where not is_deleted
        union all select 'project', id, parent_id, tenant_id from places_project where not is_deleted
      ) p on p.kind = b.kind and p.parent_id = b.ref_id and p.tenant_id = b.tenant_id),
    gone as (
      delete from identity_grant g where g.user_id = any(users) and not g.named and not g.managed
        and not exists (select from below b where b.user_id = g.user_id and b.kind = g.kind and b.ref_id = g.ref_id))
  insert into identity_grant (user_id, kind, ref_id, tenant_id, named)
    select b.user_id, b.kind, b.ref_id, b.tenant_id, false from below b on conflict do nothing;
end $fn$;

-- The places in the record of a user.
create function identity_place_user() returns trigger
  language plpgsql security definer set search_path = public as $fn$
begin
  update identity_grant g set named = false where g.user_id = new.id and g.named
    and not g.ref_id = any(coalesce(case g.kind when 'area' then new.area_ids else new.project_ids end, '{}'));
  insert into identity_grant (user_id, kind, ref_id, tenant_id)
    select new.id, p.kind, p.id, new.tenant_id
    from (select 'area' as kind, unnest(new.area_ids) as id union select 'project', unnest(new.project_ids)) p
    on conflict (user_id, kind, ref_id) do update set named = true;
  perform identity_spread_grants(array[new.id]);
  return null;
end $fn$;
create trigger identity_user_places_new after insert on identity_user for each row
  when (new.area_ids is not null or new.project_ids is not null) execute function identity_place_user();
create trigger identity_user_places after update on identity_user for each row
  when (new.area_ids is distinct from old.area_ids or new.project_ids is distinct from old.project_ids) execute function identity_place_user();

-- Managers and reviewers see the areas they answer for.
create function places_grant_managers(users bigint[]) returns void
  language plpgsql security definer set search_path = public as $fn$
begin
  update identity_grant g set managed = false where g.user_id = any(users) and g.managed and not exists (
    select from places_area_manage m where m.area_id = g.ref_id and m.tenant_id = g.tenant_id and not m.is_deleted
      and g.user_id = any(coalesce(m.manager_ids, '{}') || coalesce(m.reviewer_ids, '{}')));
  insert into identity_grant (user_id, kind, ref_id, tenant_id, named, managed)
    select distinct u.id, 'area', m.area_id, m.tenant_id, false, true from places_area_manage m
    join identity_user u on u.id = any(coalesce(m.manager_ids, '{}') || coalesce(m.reviewer_ids, '{}')) and u.tenant_id = m.tenant_id
    where not m.is_deleted and m.area_id is not null and u.id = any(users)
    on conflict (user_id, kind, ref_id) do update set managed = true;
  perform identity_spread_grants(users);
end $fn$;
create function places_managers_changed() returns trigger
  language plpgsql security definer set search_path = public as $fn$
declare users bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct u) into users from new_rows, unnest(coalesce(manager_ids, '{}') || coalesce(reviewer_ids, '{}')) u;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct u) into users from old_rows, unnest(coalesce(manager_ids, '{}') || coalesce(reviewer_ids, '{}')) u;
  else
    select array_agg(distinct u) into users from (select * from old_rows union all select * from new_rows) m,
      unnest(coalesce(m.manager_ids, '{}') || coalesce(m.reviewer_ids, '{}')) u;
  end if;
  if users is not null then perform places_grant_managers(users); end if;
  return null;
end $fn$;
create trigger places_area_manage_added after insert on places_area_manage
  referencing new table as new_rows for each statement execute function places_managers_changed();
create trigger places_area_manage_changed after update on places_area_manage
  referencing old table as old_rows new table as new_rows for each statement execute function places_managers_changed();
create trigger places_area_manage_deleted after delete on places_area_manage
  referencing old table as old_rows for each statement execute function places_managers_changed();

-- A place that comes, moves or goes below another: users who have places of that kind in the tenant.
create function places_tree_changed() returns trigger
  language plpgsql security definer set search_path = public as $fn$
begin
  if tg_op = 'UPDATE' then
    perform identity_spread_grants((select array_agg(distinct g.user_id) from identity_grant g where g.kind = tg_argv[0] and g.tenant_id in (
      select n.tenant_id from new_rows n join old_rows o on o.id = n.id
      where n.parent_id is distinct from o.parent_id or n.is_deleted <> o.is_deleted)));
  else
    perform identity_spread_grants((select array_agg(distinct g.user_id) from identity_grant g where g.kind = tg_argv[0] and g.tenant_id in (
      select n.tenant_id from new_rows n where n.parent_id is not null)));
  end if;
  return null;
end $fn$;
create trigger places_area_added after insert on places_area
  referencing new table as new_rows for each statement execute function places_tree_changed('area');
create trigger places_area_moved after update on places_area
  referencing old table as old_rows new table as new_rows for each statement execute function places_tree_changed('area');
create trigger places_project_added after insert on places_project
  referencing new table as new_rows for each statement execute function places_tree_changed('project');
create trigger places_project_moved after update on places_project
  referencing old table as old_rows new table as new_rows for each statement execute function places_tree_changed('project');

select places_grant_managers((select array_agg(distinct u) from places_area_manage m,
  unnest(coalesce(m.manager_ids, '{}') || coalesce(m.reviewer_ids, '{}')) u where not m.is_deleted));
select identity_spread_grants((select array_agg(distinct user_id) from identity_grant));

revoke execute on function identity_spread_grants(bigint[]), places_grant_managers(bigint[]) from public;
