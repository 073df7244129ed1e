import { deviceTypesPort, gateway } from '@lamplight/devices/model'
import { tableOf } from '@lamplight/server-kit'
import { solarLampType } from '@lamplight/solar/model'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { expect } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { deviceResources } from '../import/placed-devices.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Interval in epoch ms; `to` is Infinity if it has not ended. */
export interface Interval {
  readonly from: number
  readonly to: number
}
export interface Device {
  readonly id: string
  readonly sn: string
  readonly type: number
  readonly resource: string
  readonly state: number
  readonly online: boolean
  readonly area: string | null
  readonly project: string | null
  readonly supplier: string | null
  readonly gateway: string | null
  readonly created: number
  readonly creator: string | null
  readonly seenAt: number | null
}
export interface Alarm {
  readonly device: string
  readonly gateway: string | null
  readonly type: number
  readonly kind: number
  readonly severity: number
  readonly began: number
  readonly ended: number | null
  readonly present: boolean
  readonly open: boolean
  readonly shelved: boolean
  readonly count: number
  readonly area: string | null
  readonly project: string | null
}
interface Gateway {
  readonly id: string
  readonly online: boolean
  readonly status: number
}
interface SolarValues {
  readonly on: boolean
  readonly soc: number
  readonly work: number
}
/** Rows of the tables of a tenant. */
export interface Tenant {
  readonly id: string
  readonly zone: string
  readonly client: ApiClient
  readonly devices: readonly Device[]
  /** Devices that were removed, with the time of the removal. Those that were not activated have the state 5, others 0. */
  readonly removed: readonly (Device & { readonly left: number })[]
  readonly gateways: readonly Gateway[]
  /** Gateways that the user of the tenant sees: the user of the platform's tenant sees those of all tenants. */
  readonly gatewaysSeen: readonly Gateway[]
  readonly lamps: readonly {
    readonly kind: number
    readonly controller: string | null
    readonly area: string | null
    readonly project: string | null
  }[]
  /** Days of lamp controllers. Energy in mWh. */
  readonly days: readonly { readonly day: string; readonly device: string; readonly energy: string; readonly online: number }[]
  /** Sums of the days of lamp controllers by area. */
  readonly areaDays: readonly { readonly day: string; readonly due: number; readonly online: string }[]
  readonly lost: ReadonlyMap<string, readonly Interval[]>
  /** Last values of the solar lamps. Whether one is lit, a normal state alone does not say: it is also that of a lamp by day. */
  readonly solar: ReadonlyMap<string, SolarValues>
  readonly alarms: readonly Alarm[]
  /** Parent by child, of areas and projects. */
  readonly parents: ReadonlyMap<string, string>
  readonly systems: ReadonlyMap<string, number>
}
export interface World {
  readonly product: TestPlatform
  readonly tenants: readonly Tenant[]
}

/** Time zones of the two tenants; their offsets are not whole hours. */
const ZONES = { '000000': 'Asia/Kolkata', '100001': 'America/St_Johns' } as const
const time = (value: unknown): number => (value as Date).getTime()

/**
 * Changes a demo city so that it contains what figures must distinguish: devices of every type and state, some added in the last days; two
 * gateways that are lost and one that was lost; devices that were offline for a time; alarms that are open, disposed of, shelved, or
 * happened again.
 */
const fillCity = async (product: TestPlatform, tenant: string): Promise<void> => {
  const { system, clock } = product.platform
  const now = clock.now()
  const at = (ago: number): Date => new Date(now - ago)
  const query = (text: string, params: readonly unknown[] = []) => system.query<Record<string, string>>(text, params)
  await query(
    `update devices_state s set state = 1 + mod(n, 5), online = mod(n, 5) < 3, received_at = $2::timestamptz - mod(n, 50) * interval '1 minute', reported_at = $2::timestamptz - mod(n, 50) * interval '1 minute',
       faults = case when mod(n, 5) = 2 then '{lampFailure}'::text[] else '{}' end, fault_since = case when mod(n, 5) = 2 then $2::timestamptz - interval '3 hours' end
     from (select device_id, (row_number() over (order by device_id))::int as n from devices_registry where tenant_id = $1) r where r.device_id = s.device_id`,
    [tenant, at(10 * MINUTE)],
  )
  for (const resource of deviceResources(product))
    await query(
      `update ${tableOf(resource)} t set create_time = $2::timestamptz - (array[interval '20 hours', interval '100 days', interval '2 years', interval '4 years', interval '9 years'])[1 + mod(n, 5)]
         - case when mod(n, 10) = 0 then n * interval '1 second' else interval '0' end, create_user = case when mod(n, 20) > 0 then 1 end
       from (select id, (row_number() over (order by id))::int as n from ${tableOf(resource)} where tenant_id = $1) r where r.id = t.id`,
      [tenant, new Date(now)],
    )
  // Of the solar lamps in each state, every second one is switched on, and the first is not. Their states of charge differ, batteries do different things.
  await query(
    `update devices_latest l set v = array[mod(n + 1, 2), 0, 90 - 7 * n - state, mod(n, 2) + 1, 12.5]::float8[]
     from (select device_id, state, (row_number() over (partition by state order by device_id))::int as n from devices_state where tenant_id = $1 and type = ${solarLampType.code}) r
     where r.device_id = l.device_id`,
    [tenant],
  )
  const gateways = await query(
    `select g.id::text as id from devices_gateway g where g.tenant_id = $1 and exists (select from devices_registry r where r.gateway_id = g.id) order by g.id limit 3`,
    [tenant],
  )
  const [lost, away, back] = gateways.map(({ id }) => id)
  await query('update devices_gateway set online = not (id = any($2::bigint[])) where tenant_id = $1', [tenant, [lost, away]])
  await query(
    `update devices_state s set state = case when s.state = 5 then 5 else 4 end, online = false, received_at = $2, reported_at = $2
     from devices_registry r where r.device_id = s.device_id and r.gateway_id = any($1::bigint[])`,
    [[lost, away], at(3 * HOUR)],
  )
  const fault = (id: string | undefined, from: number, to: number | null) =>
    query("insert into devices_fault (device_id, type, began_at, ended_at, tenant_id) values ($1, 'communicationFailure', $2, $3, $4)", [
      id,
      at(from),
      to === null ? null : at(to),
      tenant,
    ])
  await fault(lost, 3 * HOUR, null)
  await fault(away, 30 * HOUR, null)
  await fault(back, 2 * DAY + 5 * HOUR, 2 * DAY)
  const some = await query(
    'select device_id::text as id from devices_registry where tenant_id = $1 order by mod(device_id, 97), device_id limit 60',
    [tenant],
  )
  for (const [n, { id }] of some.entries()) {
    await fault(id, 2 * DAY + n * MINUTE, 2 * DAY - 30 * MINUTE)
    if (n % 2 === 0) await fault(id, (26 - (n % 20)) * HOUR, (25 - (n % 20)) * HOUR)
  }
  await query("select devices_rollup_partition(d::date) from generate_series($1::date, $2::date, interval '1 month') d", [
    at(40 * DAY),
    at(0),
  ])
  await query(
    `insert into devices_daily (tenant_id, device_id, day, readings, powers, power_sum, energy, on_ms, online_ms, project_id, area_id)
     select $1, c.id, ($2::timestamptz - d * interval '1 day')::date, 90, 40, 40 * 50000, mod(c.id, 991) * 1000 + d, 36000000, 80000000, coalesce(c.project_id, 0), coalesce(c.area_id, 0)
     from lighting_controller c cross join generate_series(2, 4) d where c.tenant_id = $1 and not c.is_deleted`,
    [tenant, at(0)],
  )
  await query(
    `insert into devices_area_daily (tenant_id, day, project_id, area_id, supplier_id, devices, energy, on_ms, online_ms, due, due_ms)
     select $1, day, project_id, area_id, supplier_id, count(*), sum(energy), sum(on_ms), sum(online_ms), count(*) + 1, sum(due_ms) from devices_daily where tenant_id = $1 group by 2, 3, 4, 5`,
    [tenant],
  )
  // Alarms: kind 1 is the loss of a device, kind 16 that of its supply.
  await query(
    `insert into alarms_alarm (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, latched, device_id, device_type, sn, name, gateway_id, began_at, last_began,
       ended_at, present, count, dispose, project_id, area_id, shelved_until, acknowledged_at)
     select nextval('kit_id'), $1, (array[1, 2, 3, 2])[1 + mod(n, 4)], (array[1, 2, 3, 16])[1 + mod(n, 4)], 4002, 1 + mod(n, 4), false, r.device_id, r.type, r.sn, '', r.gateway_id,
       $2::timestamptz - n * interval '47 minutes', $2::timestamptz - n * interval '47 minutes', case when mod(n, 3) > 0 then $2::timestamptz - n * interval '47 minutes' + interval '25 minutes' end,
       mod(n, 3) = 0, 1 + mod(n, 2), case when mod(n, 3) = 1 then 1 else 0 end, null, null, case when mod(n, 7) = 0 then $2::timestamptz + interval '2 hours' end, null
     from (select *, (row_number() over (order by device_id desc))::int as n from devices_registry where tenant_id = $1) r where n < 160`,
    [tenant, at(0)],
  )
  for (const resource of deviceResources(product)) {
    const columns = Object.keys(resource.fields)
    if (columns.includes('areaId'))
      await query(
        `update alarms_alarm a set area_id = t.area_id from ${tableOf(resource)} t where t.id = a.device_id and a.tenant_id = $1`,
        [tenant],
      )
    if (columns.includes('projectId'))
      await query(
        `update alarms_alarm a set project_id = t.project_id from ${tableOf(resource)} t where t.id = a.device_id and a.tenant_id = $1`,
        [tenant],
      )
  }
}

const read = async (product: TestPlatform, id: string, client: ApiClient): Promise<Tenant> => {
  const query = <T extends object>(text: string, params: readonly unknown[] = [id]): Promise<T[]> =>
    product.platform.system.query<T & Record<string, unknown>>(text, params)
  const devices: Device[] = []
  const removed: Tenant['removed'][number][] = []
  const codes = new Map(
    (await query<{ id: string; code: number }>("select id::text as id, code::int as code from devices_type where $1 <> ''")).map((row) => [
      row.id,
      row.code,
    ]),
  )
  const registry = new Map(
    (
      await query<{ id: string; sn: string; type: number; gateway: string | null }>(
        'select device_id::text as id, sn, type::int as type, gateway_id::text as gateway from devices_registry where tenant_id = $1',
      )
    ).map((row) => [row.id, row]),
  )
  const states = new Map(
    (
      await query<{ id: string; state: number; online: boolean; at: Date | null }>(
        'select device_id::text as id, state::int as state, online, received_at as at from devices_state where tenant_id = $1',
      )
    ).map((row) => [row.id, row]),
  )
  for (const resource of deviceResources(product)) {
    const column = (name: string, sql: string): string => (name in resource.fields ? `${sql}::text` : 'null::text')
    const rows = await query<Record<'id' | 'area' | 'project' | 'supplier' | 'creator', string | null> & { created: Date }>(
      `select id::text as id, ${column('areaId', 'area_id')} as area, ${column('projectId', 'project_id')} as project, ${column('supplierId', 'supplier_id')} as supplier,
         create_time as created, create_user::text as creator from ${tableOf(resource)} where tenant_id = $1 and not is_deleted`,
    )
    const gone = await query<
      Record<'id' | 'sn' | 'gateway' | 'area' | 'project' | 'supplier' | 'creator' | 'typeId', string | null> &
        Record<'created' | 'left', Date> & { activated: boolean | null }
    >(
      `select id::text as id, sn, ${column('gatewayId', 'gateway_id')} as gateway, ${column('areaId', 'area_id')} as area, ${column('projectId', 'project_id')} as project,
         ${column('supplierId', 'supplier_id')} as supplier, ${column('typeId', 'type_id')} as "typeId", create_time as created, update_time as left, create_user::text as creator, activated
       from ${tableOf(resource)} where tenant_id = $1 and is_deleted`,
    )
    for (const { created, left, activated, typeId, ...row } of gone)
      removed.push({
        ...row,
        id: String(row.id),
        sn: String(row.sn),
        resource: resource.name,
        created: time(created),
        left: time(left),
        type: codes.get(typeId ?? '') ?? product.platform.port(deviceTypesPort).named(resource.device ?? '')?.code ?? 0,
        state: activated ? 0 : 5,
        online: false,
        seenAt: null,
      })
    for (const { created, ...row } of rows) {
      const [known, state] = [registry.get(String(row.id)), states.get(String(row.id))]
      if (!known) continue
      devices.push({
        id: known.id,
        sn: known.sn,
        type: known.type,
        resource: resource.name,
        gateway: known.gateway,
        state: state?.state ?? 5,
        online: state?.online ?? false,
        seenAt: state?.at ? time(state.at) : null,
        area: row.area,
        project: row.project,
        supplier: row.supplier,
        created: time(created),
        creator: row.creator,
      })
    }
  }
  const { on, soc, batteryWork } = solarLampType.properties
  const solar = new Map(
    (
      await query<{ id: string; v: number[] }>(
        `select device_id::text as id, v from devices_latest where tenant_id = $1 and type = ${solarLampType.code}`,
      )
    ).map(({ id: device, v }) => {
      const of = ({ slot }: { readonly slot: number }): number => Number(v[slot - 1])
      return [device, { on: of(on) === 1, soc: of(soc), work: of(batteryWork) }] as const
    }),
  )
  const lost = new Map<string, Interval[]>()
  for (const row of await query<{ id: string; from: Date; to: Date | null }>(
    `select device_id::text as id, began_at as from, ended_at as to from devices_fault where tenant_id = $1 and type = 'communicationFailure'`,
  ))
    lost.set(row.id, [...(lost.get(row.id) ?? []), { from: time(row.from), to: row.to ? time(row.to) : Infinity }])
  const now = product.platform.clock.now()
  const alarms = (
    await query<
      Record<'device' | 'gateway' | 'area' | 'project', string> & Record<'began' | 'ended' | 'until', Date | null> & Record<string, never>
    >(
      `select device_id::text as device, gateway_id::text as gateway, alarm_type::int as type, sub_alarm_type::int as kind, severity::int as severity, began_at as began, ended_at as ended, present,
         dispose = 0 as open, shelved_until as until, count::int as count, area_id::text as area, project_id::text as project from alarms_alarm where tenant_id = $1 and not is_deleted`,
    )
  ).map(({ began, ended, until, ...row }): Alarm => {
    const rest = row as unknown as Omit<Alarm, 'began' | 'ended' | 'shelved'>
    return { ...rest, began: time(began), ended: ended ? time(ended) : null, shelved: until !== null && time(until) > now }
  })
  const places = await query<{ id: string; parent: string | null }>(
    'select id::text as id, parent_id::text as parent from places_area where tenant_id = $1 union all select id::text, parent_id::text from places_project where tenant_id = $1',
  )
  const systems = await query<{ id: string; type: number }>(
    'select id::text as id, type::int as type from places_project where tenant_id = $1',
  )
  const gatewaysOf = (where: string): Promise<Gateway[]> =>
    query<Gateway>(
      `select id::text as id, coalesce(online, false) as online, status::int as status from ${tableOf(gateway)} where ${where} and not is_deleted`,
    )
  const gateways = await gatewaysOf('tenant_id = $1')
  const lamps = await query<Tenant['lamps'][number]>(
    `select coalesce(kind, 1)::int as kind, controller_id::text as controller, area_id::text as area, project_id::text as project from lighting_lamp where tenant_id = $1 and not is_deleted`,
  )
  const days = await query<Tenant['days'][number]>(
    `select to_char(day, 'YYYY-MM-DD') as day, device_id::text as device, energy::text as energy, online_ms as online from devices_daily where tenant_id = $1`,
  )
  const areaDays = await query<Tenant['areaDays'][number]>(
    `select to_char(day, 'YYYY-MM-DD') as day, due, online_ms::text as online from devices_area_daily where tenant_id = $1`,
  )
  return {
    id,
    zone: ZONES[id as keyof typeof ZONES],
    client,
    devices,
    removed,
    gateways,
    lost,
    solar,
    alarms,
    lamps,
    days,
    areaDays,
    gatewaysSeen: id === '000000' ? await gatewaysOf("$1 = '000000'") : gateways,
    parents: new Map(places.flatMap(({ id: child, parent }) => (parent ? [[child, parent] as const] : []))),
    systems: new Map(systems.map(({ id: project, type }) => [project, type])),
  }
}

/**
 * Removes one device each of some types to which no other row refers: some today, some yesterday, some before the outages of the other devices. One of the
 * removed devices is not activated, and one is behind the lost gateway.
 */
const removeSome = async (product: TestPlatform, tenant: string, client: ApiClient): Promise<void> => {
  const { system, clock } = product.platform
  const bases = ['blade-device/env_sensor', 'blade-device/trashdevice', 'blade-media/camera', 'blade-device/typed']
  for (const [n, base] of bases.entries()) {
    const list = await client.get<{ records: { id: string; sn: string }[] }>(`/api/${base}/list`, { size: 2 })
    for (const [at, { id }] of (list.data?.records ?? []).entries()) {
      if (at > 0 && n < 3) continue
      const resource = deviceResources(product).find(({ api }) => api.base === base)
      if (!resource) throw new Error(`no resource at ${base}`)
      const removed = await client.post(`/api/${base}/remove`, undefined, { ids: id })
      expect(removed.code, removed.msg).toBe(200)
      const left = new Date(clock.now() - ([0, 0.5, 1.95, 0.1][n] ?? 0) * DAY)
      await system.query(`update ${tableOf(resource)} set update_time = $2 where id = $1`, [id, left])
      await system.query(
        "insert into devices_fault (device_id, type, began_at, ended_at, tenant_id) values ($1, 'communicationFailure', $2, null, $3)",
        [id, new Date(clock.now() - (2 * DAY + n * HOUR)), tenant],
      )
    }
  }
}

export const makeWorld = async (): Promise<World> => {
  const product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '60', DEMO_DEVICES: '8', DEMO_NIGHTS: '0' },
  })
  const tenants: Tenant[] = []
  for (const [id, zone] of Object.entries(ZONES)) {
    await product.platform.system.query('update identity_tenant set zone = $2 where tenant_id = $1', [id, zone])
    await fillCity(product, id)
  }
  for (const [id, account] of [
    ['000000', 'admin'],
    ['100001', 'operator'],
  ] as const) {
    const client = await product.signIn({ tenantId: id, account })
    await removeSome(product, id, client)
    tenants.push(await read(product, id, client))
  }
  return { product, tenants }
}
