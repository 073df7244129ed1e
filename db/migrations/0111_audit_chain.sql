-- The audit log as a chain: each sealed entry holds the hash of the one before. Entries and seals are only ever added.
create table kit_audit_seal (
  seq bigint primary key,
  audit_id bigint not null unique,
  -- sha256 in hex; of the seal before, 64 zeros for the first
  prev text not null,
  hash text not null,
  at timestamptz not null default now()
);

-- Entries that wait for their seal.
create table kit_audit_unsealed (
  audit_id bigint primary key
);

do $$ declare target text; begin
  foreach target in array array['kit_audit_seal', 'kit_audit_unsealed'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    execute format('create policy worker on %I to lamplight_worker using (true) with check (true)', target);
    execute format('create policy owner on %I to %I using (true) with check (true)', target, current_user);
  end loop;
end $$;
grant select, insert on kit_audit_seal to lamplight_worker;
grant select, delete on kit_audit_unsealed to lamplight_worker;

insert into kit_audit_unsealed (audit_id) select id from kit_audit;

-- Runs as the table's owner: no role of the server can add an entry and keep it from the chain.
create function kit_audit_wait() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  insert into kit_audit_unsealed (audit_id) select id from new_rows;
  return null;
end $fn$;
create trigger waits after insert on kit_audit referencing new table as new_rows for each statement execute function kit_audit_wait();

revoke update, delete, truncate on kit_audit from lamplight_app, lamplight_worker;
