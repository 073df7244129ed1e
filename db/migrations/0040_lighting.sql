-- What hangs on a controller: the sum of its lamps' power models, kept as lamps are written.
create function lighting_load(controllers bigint[]) returns void language sql as $fn$
  update lighting_controller c
  set load_power = s.power, load_min_power = s.min_power, load_min_level = s.min_level, load_tolerance = s.tolerance
  from (
    select k.id, sum(l.power) as power, sum(coalesce(l.min_power, l.power * 0.15)) as min_power, max(l.min_level) as min_level,
      sum(coalesce(l.power_tolerance, greatest(3, l.power * 0.08))) as tolerance
    from unnest(controllers) as k (id) left join lighting_lamp l on l.controller_id = k.id and not l.is_deleted
    group by k.id
  ) s
  where c.id = s.id and (c.load_power, c.load_min_power, c.load_min_level, c.load_tolerance) is distinct from (s.power, s.min_power, s.min_level, s.tolerance)
$fn$;

create function lighting_lamp_changed() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'INSERT' then
    perform lighting_load(array(select distinct controller_id from new_rows where controller_id is not null));
  elsif tg_op = 'DELETE' then
    perform lighting_load(array(select distinct controller_id from old_rows where controller_id is not null));
  else
    perform lighting_load(array(
      select distinct u.controller_id from (
        select n.controller_id from new_rows n join old_rows o using (id)
        where (n.controller_id, n.power, n.min_power, n.min_level, n.power_tolerance, n.is_deleted)
          is distinct from (o.controller_id, o.power, o.min_power, o.min_level, o.power_tolerance, o.is_deleted)
        union all
        select o.controller_id from old_rows o join new_rows n using (id) where n.controller_id is distinct from o.controller_id
      ) u where u.controller_id is not null));
  end if;
  return null;
end $fn$;
create trigger load_insert after insert on lighting_lamp referencing new table as new_rows for each statement execute function lighting_lamp_changed();
create trigger load_update after update on lighting_lamp referencing new table as new_rows old table as old_rows for each statement execute function lighting_lamp_changed();
create trigger load_delete after delete on lighting_lamp referencing old table as old_rows for each statement execute function lighting_lamp_changed();
