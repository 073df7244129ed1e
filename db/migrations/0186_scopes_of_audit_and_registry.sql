-- Data scopes hold for the audit log, too: by who did it.
create policy scope on kit_audit as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('system_audit')) or user_id in (select ll_scope_makers('system_audit'))) with check (true);

-- Whose controllers somebody does not see, of those devices they are told nothing either. `lighting_controller` is cut by its own policy here.
create policy scope on devices_registry as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller')) or device_id in (select id from lighting_controller)) with check (true);

-- Whoever is cut in lamps or controllers sees, and takes back, no import of others: it would change their rows.
create policy scope on lighting_import as restrictive to lamplight_scoped using (
  (not (select ll_is_scoped('lighting_lamp')) or user_id in (select ll_scope_makers('lighting_lamp')))
  and (not (select ll_is_scoped('lighting_controller')) or user_id in (select ll_scope_makers('lighting_controller')))
) with check (true);
