import { deviceTypesPort } from '@lamplight/devices/model'
import type { TestPlatform } from '@lamplight/testing'
import { slices } from '../../../apps/server/slices.ts'
import type { Known } from './known-rows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Values of a row of the telemetry of a device; more than a type has slots. */
const VALUES = 80

/** Adds rows to a world of figures, so that the calls that read them have something to select from. */
export const fillCalls = async (product: TestPlatform, tenant: string, known: Known): Promise<void> => {
  const { system, clock, newId } = product.platform
  const query = (text: string, params: readonly unknown[]) => system.query<Record<string, string>>(text, params)
  const now = clock.now()
  const types = product.platform.port(deviceTypesPort)
  const devices = await query(
    `select id, sn, code, n from (select device_id::text as id, sn, type::int as code, row_number() over (partition by type order by device_id)::int as n
       from devices_registry where tenant_id = $1) r where n <= 3`,
    [tenant],
  )
  const ofType = (code: number | undefined): typeof devices => devices.filter((row) => Number(row.code) === code)

  // Dictionaries: one entry of each is sealed.
  await query(
    `update system_dict set is_sealed = true where id in (select distinct on (code) id from system_dict where parent_id is not null order by code, id desc)`,
    [],
  )
  for (const [n, isSealed] of [false, true].entries())
    await query(
      `insert into system_dict_biz (id, tenant_id, parent_id, code, dict_key, dict_value, sort, is_sealed) values ($1, $2, $3, 'known', $4, $5, 1, $6)`,
      [newId(), tenant, known.row('system.dictBiz'), `key${n}`, `值${n}`, isSealed],
    )

  // Parameters of each family: some differ from the wanted value.
  for (const { name, types: names } of slices.flatMap(({ families = [] }) => families))
    for (const [n, row] of names.flatMap((type) => ofType(types.named(type)?.code)).entries()) {
      const value = newId()
      await query(`insert into control_value (id, tenant_id, family, hash, value) values ($1, $2, $3, $4, '{}')`, [
        value,
        tenant,
        name,
        `${name}${n}`,
      ])
      await query(
        `insert into control_param (device_id, tenant_id, family, status, wanted_id, reported_id, reported_at, wanted_at, drift, wanted_gen)
         values ($1, $2, $3, $4, $5, $5, $6, $6, $7, 1) on conflict do nothing`,
        [row.id, tenant, name, n % 2 ? 6 : 2, value, new Date(now - HOUR), n % 2 === 1],
      )
    }

  // Commands: one to a lamp and one to a concentrator, which failed.
  const concentrator = ofType(types.named('concentrator')?.code)[0]
  const packed = (batch: string, row: typeof concentrator) =>
    query(
      `insert into control_pack (batch_id, tenant_id, gateway_sn, device_ids, sns, heads, expects, tolerances, statuses, rungs, watching)
       values ($1, $2, 'GW-CALLS', array[$3::bigint], $4, '{1}', '{null}', '{null}', '{4}', '{1}', false) on conflict do nothing`,
      [batch, tenant, row?.id, row?.sn],
    )
  const [lamp] = await query(
    `select device_id::text as id, sn from devices_registry r where tenant_id = $1 and type = 4
       and not exists (select from control_pack p where p.batch_id = $2 and r.device_id = any(p.device_ids)) order by device_id limit 1`,
    [tenant, known.row('control.batch')],
  )
  await packed(known.row('control.batch'), lamp)
  const operated = newId()
  await query(
    `insert into control_batch (id, tenant_id, device_type, create_user, command_text, total, failed, ended, state, status)
     values ($1, $2, $3, 1, '读取', 1, 1, 1, 4, 1)`,
    [operated, tenant, types.named('concentrator')?.code],
  )
  await packed(operated, concentrator)
  await query(
    `update control_batch b set total = p.n from (select batch_id, sum(cardinality(device_ids))::int as n from control_pack group by batch_id) p where p.batch_id = b.id`,
    [],
  )
  await query('update control_batch b set total = 0 where not exists (select from control_pack p where p.batch_id = b.id)', [])

  // Telemetry of the last hours, and nights of lamps with different results.
  for (const ago of [2 * HOUR, 5 * HOUR]) await query('select devices_telemetry_partition($1::date)', [new Date(now - ago)])
  for (const { id, code } of devices)
    for (const ago of [2 * HOUR, 5 * HOUR])
      await query(
        `insert into devices_series (tenant_id, device_id, type, at, v) values ($1, $2, $3, $4, array_fill(50::float8, array[${VALUES}])) on conflict do nothing`,
        [tenant, id, code, new Date(now - ago)],
      )
  for (const [n, { id }] of ofType(4).entries())
    for (const ago of [2, 3]) {
      const day = new Date(now - ago * DAY)
      await query('select reports_partition($1::date)', [day])
      await query(
        `insert into reports_lamp_night (tenant_id, device_id, day, area_id, project_id, supplier_id, due_ms, known_ms, lit_ms)
         select $1, id, $3::date, coalesce(area_id, 0), coalesce(project_id, 0), 0, 36000000, 36000000, $4 from lighting_controller where id = $2 on conflict do nothing`,
        [tenant, id, day, n % 2 ? 36_000_000 : 1000],
      )
    }

  // Calls for help, of which one is disposed of.
  await query(
    `update alarms_alarm set alarm_type = 4, sub_alarm_type = 200, dispose = mod(n, 2) from (select id, (row_number() over (order by id))::int as n from alarms_alarm where tenant_id = $1 limit 2) r
     where r.id = alarms_alarm.id`,
    [tenant],
  )

  // Faults of a bin and of a well, a project whose pages are hidden, and a source of sign-in of another tenant.
  for (const name of ['environment.trash', 'environment.well'] as const)
    await query(
      `insert into environment_fault (id, tenant_id, device_id, device_type, sn, name, kind, status, began_at, project_id)
       values ($1, $2, $3, $4, 'CALLS', 'CALLS', 1, 0, $5, $6)`,
      [newId(), tenant, known.row(name), name === 'environment.trash' ? 19 : 20, new Date(now - HOUR), known.row('places.project')],
    )
  await query('update solar_function set gps = false, project_id = $2 where id = $1', [
    known.row('solar.function'),
    known.row('places.project'),
  ])
  await query(`update identity_tenant set domain = 'https://light.example.com' where tenant_id = '100001'`, [])
  await query(
    `insert into identity_social_source (id, tenant_id, source, name, issuer, client, client_secret, scopes, sort, enabled)
     select $1, '100001', 'elsewhere', '别处', issuer, client, client_secret, scopes, 1, true from identity_social_source where tenant_id = $2 limit 1`,
    [newId(), tenant],
  )

  // Energy by hour, for the calculation of carbon.
  await query(
    `insert into reports_charge_daily (tenant_id, day, area_id, project_id, supplier_id, lamps, energy, peak, flat, valley, money, hours)
     values ($1, $2::date, $3, $4, 0, 3, 24000000, 8000000, 8000000, 8000000, 9, array_fill(1000000::bigint, array[24]))`,
    [tenant, new Date(now - 2 * DAY), known.row('places.area'), known.row('places.project')],
  )
}
