-- The beginning of the audit log may go when it is old: what it came to stays in the chain as an entry of its own, the anchor.
-- Runs as the owner, for no role of the server removes an entry. `upto` and `hash` name the last seal that goes; `before`: what is older goes.
-- Nothing younger than 30 days goes, nor the newest seal. Answers how many went.
create function kit_audit_cut(anchor bigint, upto bigint, hash text, before timestamptz) returns bigint
language plpgsql security definer set search_path = public as $fn$
declare
  gone bigint;
  oldest timestamptz := least(before, now() - interval '30 days');
begin
  perform pg_advisory_xact_lock(7263640);
  if not exists (select from kit_audit_seal s where s.seq = upto and s.hash = kit_audit_cut.hash)
    or upto >= (select max(seq) from kit_audit_seal)
    or exists (select from kit_audit_seal s left join kit_audit a on a.id = s.audit_id where s.seq <= upto and (a.id is null or a.at >= oldest))
  then return 0; end if;
  delete from kit_audit where id in (select audit_id from kit_audit_seal where seq <= upto);
  get diagnostics gone = row_count;
  delete from kit_audit_seal where seq <= upto;
  insert into kit_audit (id, tenant_id, what, target, detail, count) values (anchor, '000000', 'system.audit.cut', upto::text,
    jsonb_build_object('seq', upto::text, 'hash', hash, 'before', to_char(oldest at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), gone);
  return gone;
end $fn$;
revoke execute on function kit_audit_cut(bigint, bigint, text, timestamptz) from public;
grant execute on function kit_audit_cut(bigint, bigint, text, timestamptz) to lamplight_worker;
