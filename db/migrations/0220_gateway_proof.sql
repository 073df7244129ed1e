-- A serial number belongs to the tenant that proves it, not to the tenant that types it first.

-- True for the row that the serial number means at the broker. Other tenants may enter the same number: their rows wait for a proof.
alter table devices_gateway add column holds_sn boolean not null default true;
-- Seconds between two reports, as the gateway says in its hello; null: REPORT_SECONDS.
alter table devices_gateway add column report_seconds integer;

drop index devices_gateway_platform_sn;
do $do$ begin
  if exists (select from devices_gateway where not is_deleted group by upper(sn) having count(*) > 1) then
    -- Databases from before may hold numbers that differ in case alone; they keep working.
    create unique index devices_gateway_platform_sn on devices_gateway (sn) where holds_sn and not is_deleted;
    create index devices_gateway_sn_upper on devices_gateway (upper(sn)) where not is_deleted;
  else
    create unique index devices_gateway_platform_sn on devices_gateway (upper(sn)) where holds_sn and not is_deleted;
    create index devices_gateway_sn_upper on devices_gateway (upper(sn)) where not is_deleted;
  end if;
end $do$;
create index devices_gateway_sn on devices_gateway (sn) where holds_sn and not is_deleted;

-- Runs as the table's owner: whether another tenant holds the number is seen by nobody who enters it.
create function devices_gateway_entered() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  if new.is_deleted then return new; end if;
  new.holds_sn := not exists (
    select from devices_gateway g where upper(g.sn) = upper(new.sn) and g.holds_sn and not g.is_deleted and g.id <> new.id);
  return new;
end $fn$;
create trigger entered before insert on devices_gateway for each row execute function devices_gateway_entered();
create trigger restored before update of is_deleted on devices_gateway for each row
  when (old.is_deleted and not new.is_deleted) execute function devices_gateway_entered();

-- A number that its holder gives up goes to the tenant that entered it first of those that wait.
create function devices_gateway_removed() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  update devices_gateway g set holds_sn = true
  where g.id = (select w.id from devices_gateway w where upper(w.sn) = upper(old.sn) and not w.is_deleted order by w.id limit 1)
    and not exists (select from devices_gateway h where upper(h.sn) = upper(old.sn) and h.holds_sn and not h.is_deleted);
  return null;
end $fn$;
create trigger removed after update of is_deleted on devices_gateway for each row
  when (new.is_deleted and not old.is_deleted and old.holds_sn) execute function devices_gateway_removed();

-- A credential may be a claim code alone: the secret is kept when the gateway signs in with the one that the code belongs to.
alter table devices_credential alter column hash set default '';
alter table devices_credential
  -- keyed digest of the secret, which lets the right one in without the slow hash: "key id:digest"
  add column quick text not null default '',
  -- sha256 of the claim code that belongs to the secret
  add column claim text not null default '',
  -- the first sign-in with this credential
  add column proven_at timestamptz,
  add column last_ip text not null default '',
  add column last_at timestamptz;
update devices_credential c set proven_at = c.create_time from devices_gateway g
where g.id = c.gateway_id and (c.first_ip <> '' or g.last_seen is not null);

-- Sign-ins that were refused, by serial number, address and reason. Numbers that nobody knows are bounded by the server.
create table devices_refusal (
  gateway_sn text not null,
  ip text not null,
  reason text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count bigint not null,
  primary key (gateway_sn, ip, reason)
);
create index devices_refusal_last_at on devices_refusal (last_at);
alter table devices_refusal enable row level security;
alter table devices_refusal force row level security;
grant select, insert, update, delete on devices_refusal to lamplight_worker;
create policy worker on devices_refusal to lamplight_worker using (true) with check (true);

-- Roles that may change gateways may pair them by claim code, too.
insert into identity_role_menu (role_id, menu_code, tenant_id)
select role_id, 'gateway_claim', tenant_id from identity_role_menu where menu_code = 'gateway_edit' on conflict do nothing;
