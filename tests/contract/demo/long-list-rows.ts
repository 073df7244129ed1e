import { queryOnce, type TestPlatform } from '@lamplight/testing'

export const TENANT = '100001'
export const LAMPS = 4000
export const [PROJECTS, AREAS] = [4, 16]
export const project = (n: number): string => String(7_000_000_000_000_000_000n + BigInt(n))
export const area = (n: number): string => String(7_050_000_000_000_000_000n + BigInt(n))
export const lamp = (n: number): string => String(7_200_000_000_000_000_000n + BigInt(n))
/** Condition of the lamps and controllers in the places of the user `guest`. */
export const GRANTED = `project_id in (${project(0)}, ${project(1)}) and area_id in (${area(0)}, ${area(1)}, ${area(4)})`

/** Adds projects, areas and lamps in them, and limits the user `guest` to some of them. */
export const fillLamps = async (product: TestPlatform): Promise<void> => {
  const { query } = product.platform.system
  await query(
    `insert into places_project (id, tenant_id, name, type) select ${project(0)} + n, '${TENANT}', 'P' || n, 2 from generate_series(0, ${PROJECTS}) n`,
  )
  await query(
    `insert into places_area (id, tenant_id, area_name) select ${area(0)} + n, '${TENANT}', 'A' || n from generate_series(0, ${AREAS}) n`,
  )
  await query(`insert into lighting_lamp (id, tenant_id, name, sn, kind, project_id, area_id)
    select ${lamp(0)} + n, '${TENANT}', 'lamp ' || n, 'L' || n, 1 + n % 3, ${project(0)} + n % ${PROJECTS}, ${area(0)} + n % ${AREAS}
    from generate_series(0, ${LAMPS - 1}) n`)
  const [user] = await query<{ id: string }>(`select id from identity_user where tenant_id = '${TENANT}' and account = 'guest'`)
  // The two oldest projects, and some of the areas.
  await query(
    `insert into identity_grant (user_id, kind, ref_id, tenant_id) select $1, kind, ref_id, '${TENANT}' from (values
      ('project', ${project(0)}), ('project', ${project(1)}), ('area', ${area(0)}), ('area', ${area(1)}), ('area', ${area(4)})) g (kind, ref_id)`,
    [user?.id],
  )
}

/** Adds a controller to nine of ten lamps, registered, with states of all kinds. */
export const fillControllers = async (product: TestPlatform): Promise<void> => {
  const { query } = product.platform.system
  // Every tenth lamp has no controller. State 3 is rare: one lamp of 500.
  const lamps = `lighting_lamp where tenant_id = '${TENANT}' and id % 10 <> 0`
  await query(
    `insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated) select id - 90000000000000000, tenant_id, 'C' || sn, name, 4, true from ${lamps}`,
  )
  await query(`insert into devices_registry (sn, device_id, tenant_id) select 'C' || sn, id - 90000000000000000, tenant_id from ${lamps}`)
  await query(`update lighting_lamp set controller_id = id - 90000000000000000 where tenant_id = '${TENANT}' and id % 10 <> 0`)
  await query(`update devices_state set online = device_id % 3 = 0, state = case when device_id % 500 = 7 then 3 when device_id % 10 = 1 then 5
    when device_id % 10 < 4 then 2 when device_id % 10 = 4 then 4 else 1 end where tenant_id = '${TENANT}'`)
  // Only the owner of the tables may analyze them.
  await queryOnce(product.databaseUrl, 'analyze lighting_lamp, devices_state')
}
