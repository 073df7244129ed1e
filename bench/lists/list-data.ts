import type pg from 'pg'

export const TENANT = '100001'
/** Lamps per project and per area: a larger city has more projects and areas, not larger ones. */
const PER_PROJECT = 5000
const PER_AREA = 500
const FIRST = { project: 7_000_000_000_000_000_000n, area: 7_050_000_000_000_000_000n, lamp: 7_200_000_000_000_000_000n }
const GRANTED_AT_MOST = 10

const projectId = (n: number): string => String(FIRST.project + BigInt(n))
const areaId = (n: number): string => String(FIRST.area + BigInt(n))

/** Fills tables without their secondary indexes, which is several times faster, and creates the indexes again afterwards. */
const withoutIndexes = async (client: pg.Client, tables: readonly string[], fill: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not i.indisprimary and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await fill()
  for (const { definition } of rows) await client.query(definition)
}

/** Inserts lamps `from` to `to` of one tenant, each with its controller and its state, in projects of 5,000 with ten areas each. */
export const growTo = async (client: pg.Client, from: number, to: number): Promise<void> => {
  const each = async (sql: string): Promise<void> => void (await client.query(sql))
  const lamps = `generate_series(${from}, ${to - 1}) n`
  const place = `${FIRST.project} + n / ${PER_PROJECT}, ${FIRST.area} + n / ${PER_PROJECT} * ${PER_PROJECT / PER_AREA} + n % ${PER_PROJECT / PER_AREA}`
  await each(`insert into places_project (id, tenant_id, name, type, sort) select ${FIRST.project} + n, '${TENANT}', 'Project ' || n, 2, n
    from generate_series(${from / PER_PROJECT}, ${to / PER_PROJECT - 1}) n`)
  await each(`insert into places_area (id, tenant_id, area_name, area_code, sort) select ${FIRST.area} + n, '${TENANT}', 'Area ' || n, 'A' || n, n
    from generate_series(${from / PER_AREA}, ${to / PER_AREA - 1}) n`)
  await each('alter table lighting_lamp disable trigger load_insert')
  await withoutIndexes(client, ['lighting_lamp', 'lighting_controller', 'devices_registry'], async () => {
    await each(`insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated, two_way, project_id, area_id)
      select 7100000000000000000 + n, '${TENANT}', 'BC' || n, 'lamp ' || n, 4, true, false, ${place} from ${lamps}`)
    await each(
      `insert into devices_registry (sn, device_id, tenant_id) select 'BC' || n, 7100000000000000000 + n, '${TENANT}' from ${lamps}`,
    )
    await each(`insert into lighting_lamp (id, tenant_id, name, sn, kind, power, controller_id, project_id, area_id, lng, lat)
      select ${FIRST.lamp} + n, '${TENANT}', 'lamp ' || n, 'BL' || n, 1 + n % 3, 100, 7100000000000000000 + n, ${place}, 112 + n * 1e-6, 28 from ${lamps}`)
  })
  await each('alter table lighting_lamp enable trigger load_insert')
  await each('vacuum analyze')
}

/** Limits a user to the first ten projects with their areas; returns the number of projects. */
export const grantPlaces = async (client: pg.Client, account: string, lamps: number): Promise<number> => {
  const projects = Math.min(GRANTED_AT_MOST, lamps / PER_PROJECT)
  await client.query(
    `with asker as (select id from identity_user where tenant_id = $1 and account = $2)
     insert into identity_grant (user_id, kind, ref_id, tenant_id)
     select asker.id, kind, ref_id, $1 from asker, (
       select 'project' as kind, ${FIRST.project} + n as ref_id from generate_series(0, $3 - 1) n
       union all select 'area', ${FIRST.area} + n from generate_series(0, $3 * ${PER_PROJECT / PER_AREA} - 1) n) places
     on conflict do nothing`,
    [TENANT, account, projects],
  )
  // Autovacuum would do it too, but not while a round is being measured.
  await client.query('analyze identity_grant')
  return projects
}

/** Returns ten filters like those of the list's search row, over granted projects and their areas. */
export const tenFilters = (projects: number): Record<string, string>[] =>
  Array.from({ length: 10 }, (_, n): Record<string, string> => {
    const at = n % projects
    const area = areaId(at * (PER_PROJECT / PER_AREA) + n)
    if (n < 5) return { projectId: projectId(at) }
    if (n < 7) return { areaId: area }
    return n < 9 ? { projectId: projectId(at), areaId: area } : { projectId: projectId(at), areaId: area, kind: '2' }
  })
