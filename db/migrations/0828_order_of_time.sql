-- Messages may come in another order than that of their times, and from clocks that are wrong. The state of a device follows the times.

-- `timed_at`: not null while the state comes from a report with an impossible time. `reported_at` is then the time of its arrival, and `timed_at` the last time
-- that was possible. `faults_at`: device time of the last report that listed the present faults.
alter table devices_state add column timed_at timestamptz, add column faults_at timestamptz;
update devices_state set faults_at = reported_at where reported_at is not null;
alter type devices_reading add attribute faults_at timestamptz;

-- When the texts of devices_latest were told, epoch ms by name: a text that comes late replaces older ones only.
alter table devices_latest add column text_times jsonb not null default '{}';

-- What events and lists say of a fault at a time, kept only where devices_fault does not show it: an end whose begin is not known yet, a begin while the fault is
-- present. With it a late event gives the intervals that it would have given in the order of times.
create table devices_fault_said (
  device_id bigint not null,
  type text not null,
  at timestamptz not null,
  is_on boolean not null,
  tenant_id text not null,
  primary key (device_id, type, at, is_on)
);
create index devices_fault_said_at on devices_fault_said (at);
select ll_secure('devices_fault_said');
revoke insert, update on devices_fault_said from lamplight_app;

-- The present faults of a device after a report of the time `since` that lists `listed`: events after that time keep what they say.
create function devices_faults_after(device bigint, since timestamptz, listed text[]) returns text[] language sql stable as $fn$
  select array(
    select t.type collate "C" from (
      select l.type from unnest(listed) as l(type)
      union select f.type from devices_fault f where f.device_id = device and f.ended_at is null and f.type <> 'communicationFailure'
    ) t left join devices_fault o on o.device_id = device and o.type = t.type and o.ended_at is null
    where case when t.type = any(listed)
      then o.type is not null
        or not exists (select from devices_fault f where f.device_id = device and f.type = t.type and f.ended_at > since)
        and not exists (select from devices_fault_said a where a.device_id = device and a.type = t.type and a.at > since and not a.is_on)
      else o.began_at > since
        or exists (select from devices_fault_said a where a.device_id = device and a.type = t.type and a.at > since and a.is_on) end
    order by 1)
$fn$;

-- Intervals from lists of present faults begin and end at the time of the list. A report that shows that the device can be reached ends its lost communication.
create or replace function devices_fault_reported() returns trigger language plpgsql as $fn$
begin
  if new.online and not old.online then
    update devices_fault f set ended_at = greatest(f.began_at, new.reported_at)
    where f.device_id = new.device_id and f.ended_at is null and f.type = 'communicationFailure';
  end if;
  if old.faults_at is distinct from new.faults_at and old.faults is distinct from new.faults then
    update devices_fault f set ended_at = greatest(f.began_at, new.faults_at)
    where f.device_id = new.device_id and f.ended_at is null and f.type = any(old.faults) and f.type <> all(new.faults);
    insert into devices_fault (device_id, type, began_at, tenant_id)
    select new.device_id, n.type, new.faults_at, new.tenant_id from unnest(new.faults) as n(type) where n.type <> all(old.faults)
    on conflict do nothing;
  end if;
  return null;
end $fn$;
drop trigger faults_reported on devices_state;
create trigger faults_reported after update on devices_state for each row
  when ((old.reported_at is distinct from new.reported_at and not old.online)
    or (old.faults_at is distinct from new.faults_at and old.faults is distinct from new.faults))
  execute function devices_fault_reported();

create or replace function devices_fault_over() returns trigger language plpgsql as $fn$
begin
  update devices_fault f set ended_at = greatest(f.began_at, now()) from old_rows o where f.device_id = o.device_id and f.ended_at is null;
  delete from devices_fault_said a using old_rows o where a.device_id = o.device_id;
  return null;
end $fn$;
