import { isFaultType, type Properties } from '@lamplight/protocol'
import type { Platform, Query } from '@lamplight/server-kit'
import { arrayOf, type Cell } from './literals.ts'
import type { FaultChange, HelloRow, Reading, Sorted } from './sort-messages.ts'

/** State of a device after a batch, as the live hub shows it. */
export interface Changed {
  readonly device_id: string
  readonly tenant_id: string
  readonly state: number
  readonly dim: number | null
  readonly power: number | null
}

interface Folded {
  readonly reading: Reading
  readonly history: boolean
  readonly latest: boolean
}

const saysLight = (p: Properties): boolean => p.on !== undefined || p.dim !== undefined || p.reason !== undefined
const MEASURED = ['on', 'dim', 'power', 'voltage', 'current', 'pf', 'energy', 'hours', 'temperature', 'tilt'] as const
const measures = (p: Properties): boolean => MEASURED.some((name) => p[name] !== undefined)

/** Values that are absent in the newer reading stand as the older one left them; an override that the newer one does not name has ended. */
const merge = (older: Reading, newer: Reading): Reading => {
  const { until, ...before } = older.p
  return { ...newer, p: saysLight(newer.p) || until === undefined ? { ...before, ...newer.p } : { ...before, until, ...newer.p } }
}

/** One row per reading for the history, and one per device, merged in the order of the device's time, for the state. */
export const fold = (readings: readonly Reading[]): Folded[] => {
  const last = new Map<string, number>()
  const several = new Map<string, Reading[]>()
  const rows = readings.map((reading, at): { reading: Reading; history: boolean; latest: boolean } => {
    const { deviceId } = reading.child
    const before = last.get(deviceId)
    last.set(deviceId, at)
    const all = several.get(deviceId)
    if (all) all.push(reading)
    else if (before !== undefined) several.set(deviceId, [readings[before] as Reading, reading])
    return { reading, history: measures(reading.p), latest: true }
  })
  if (several.size === 0) return rows
  for (const row of rows) row.latest = !several.has(row.reading.child.deviceId)
  for (const all of several.values()) {
    const reading = all.sort((a, b) => a.at - b.at).reduce(merge)
    rows.push({ reading, history: false, latest: true })
  }
  return rows
}

const COLUMNS = [
  'device_id bigint',
  'tenant_id text',
  'at float8',
  'history boolean',
  'latest boolean',
  'is_on boolean',
  'dim int',
  'power float8',
  'voltage float8',
  'current float8',
  'pf float8',
  'energy float8',
  'hours float8',
  'temperature float8',
  'tilt float8',
  'reason text',
  'until float8',
  'light boolean',
  'faults text',
] as const

const cellsOf = ({ reading: { child, at, p }, history, latest }: Folded): readonly Cell[] => [
  child.deviceId,
  child.tenantId,
  at,
  history,
  latest,
  p.on,
  p.dim === undefined ? undefined : Math.round(p.dim),
  p.power,
  p.voltage,
  p.current,
  p.pf,
  p.energy,
  p.hours,
  p.temperature,
  p.tilt,
  p.reason,
  p.until,
  saysLight(p),
  p.faults?.filter((type) => isFaultType(type) && type !== 'communicationFailure').join(','),
]

const RECEIVED = COLUMNS.length + 1
const KEPT = ['power', 'voltage', 'current', 'pf', 'energy', 'hours', 'temperature', 'tilt', 'reason', 'is_on', 'dim']
const FAULTS = `coalesce(string_to_array(r.faults, ','), s.faults)`
const LIT = 'coalesce(r.is_on, s.is_on, coalesce(r.dim, s.dim) > 0)'

/**
 * History and latest state in one statement. A plain insert costs two thirds of one that expects conflicts, so it is tried first and
 * repeated with `again` when a reading turns out to be there already.
 */
const store = (again: boolean, returning: boolean): string => `
with r as materialized (
  select * from unnest(${COLUMNS.map((column, at) => `$${at + 1}::${column.split(' ')[1]}[]`).join(', ')})
    as r(${COLUMNS.map((column) => column.split(' ')[0]).join(', ')})
), history as (
  insert into devices_telemetry (device_id, at, energy, hours, power, voltage, current, pf, temperature, tilt, dim, is_on, tenant_id)
  select device_id, to_timestamp(at / 1000), energy, hours, power, voltage, current, pf, temperature, tilt, dim, is_on, tenant_id
  from r where history${again ? ' on conflict do nothing' : ''}
)
update devices_state s set
  version = v.version, reported_at = to_timestamp(r.at / 1000), received_at = to_timestamp($${RECEIVED}::float8 / 1000),
  online = true, ${KEPT.map((name) => `${name} = coalesce(r.${name}, s.${name})`).join(', ')},
  override_until = case when r.light or r.until is not null then to_timestamp(r.until / 1000) else s.override_until end,
  faults = ${FAULTS}, state = devices_status(s.state <> 5, true, cardinality(${FAULTS}) > 0, ${LIT})
from r, (select nextval('devices_state_version') as version) v
where r.latest and s.device_id = r.device_id and (s.reported_at is null or s.reported_at < to_timestamp(r.at / 1000))${returning ? RETURNING : ''}`
const RETURNING = ' returning s.device_id, s.tenant_id, s.state, s.dim, s.power'

const storeReadings = (query: Query, { readings, receivedAt, watched, again }: Batch): Promise<Changed[]> => {
  const rows = fold(readings).map(cellsOf)
  const columns = COLUMNS.map((_, at) => rows.map((row) => row[at]))
  return query<Changed>(store(again, watched), [...columns.map(arrayOf), receivedAt])
}

const FAULT = `
update devices_state s set version = nextval('devices_state_version'), online = n.online, faults = n.faults,
  state = devices_status(s.state <> 5, n.online, cardinality(n.faults) > 0, coalesce(s.is_on, s.dim > 0))
from (
  select s.device_id, coalesce(e.reachable, s.online) as online,
    array(select f from unnest(s.faults) f where f <> all(e.ended) union select f from unnest(e.began) f) as faults
  from (
    select device_id, at, string_to_array(began, ',') as began, string_to_array(ended, ',') as ended, reachable
    from unnest($1::bigint[], $2::float8[], $3::text[], $4::text[], $5::boolean[]) as e(device_id, at, began, ended, reachable)
  ) e join devices_state s on s.device_id = e.device_id
  where s.reported_at is null or s.reported_at <= to_timestamp(e.at / 1000)
) n
where s.device_id = n.device_id`

const storeFaults = (query: Query, changes: readonly FaultChange[]): Promise<Changed[]> => {
  const named = (change: FaultChange, began: boolean): string =>
    [...change.faults]
      .filter(([, on]) => on === began)
      .map(([type]) => type)
      .join(',')
  return query<Changed>(FAULT + RETURNING, [
    arrayOf(changes.map(({ deviceId }) => deviceId)),
    arrayOf(changes.map(({ at }) => at)),
    arrayOf(changes.map((change) => named(change, true))),
    arrayOf(changes.map((change) => named(change, false))),
    arrayOf(changes.map(({ reachable }) => reachable)),
  ])
}

const storeHellos = async (query: Query, hellos: readonly HelloRow[]): Promise<void> => {
  await query(
    `update devices_gateway g set version = h.version, last_seen = to_timestamp(h.at / 1000),
       children = case when g.status = 1 then g.children else h.children end
     from unnest($1::bigint[], $2::text[], $3::int[], $4::float8[]) as h(id, version, children, at) where g.id = h.id`,
    [
      arrayOf(hellos.map(({ gateway }) => gateway.id)),
      arrayOf(hellos.map(({ version }) => version)),
      arrayOf(hellos.map(({ children }) => children)),
      arrayOf(hellos.map(({ receivedAt }) => receivedAt)),
    ],
  )
  const strangers = hellos.flatMap((hello) => hello.strangers.map((stranger) => ({ ...stranger, hello })))
  await query('delete from devices_stranger where gateway_sn = any($1)', [hellos.map(({ sn }) => sn)])
  if (strangers.length === 0) return
  await query(
    `insert into devices_stranger (gateway_sn, sn, tenant_id, type, at)
     select gateway_sn, sn, tenant_id, type, to_timestamp(at / 1000)
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[]) as s(gateway_sn, sn, tenant_id, type, at)
     on conflict (tenant_id, gateway_sn, sn) do update set at = excluded.at`,
    [
      arrayOf(strangers.map(({ hello }) => hello.sn)),
      arrayOf(strangers.map(({ sn }) => sn)),
      arrayOf(strangers.map(({ hello }) => hello.gateway.tenantId)),
      arrayOf(strangers.map(({ type }) => type)),
      arrayOf(strangers.map(({ hello }) => hello.receivedAt)),
    ],
  )
}

export interface Batch extends Pick<Sorted, 'readings' | 'faults' | 'hellos'> {
  /** Server time, epoch ms. */
  readonly receivedAt: number
  /** Somebody watches: answer the states that the readings changed. */
  readonly watched: boolean
  /** Readings may be there already; without it a repeated one fails with SQLSTATE 23505. */
  readonly again: boolean
}

/**
 * Stores a batch: history (a reading that is there already changes nothing), latest state where the device's time is newer than what
 * is known, faults, greetings. All of it or nothing.
 */
export const storeBatch = async ({ system }: Pick<Platform, 'system'>, batch: Batch): Promise<Changed[]> => {
  const { readings, faults, hellos } = batch
  if (faults.size === 0 && hellos.size === 0) return readings.length > 0 ? storeReadings(system.query, batch) : []
  return system.tx(async (query) => {
    const changed = readings.length > 0 ? await storeReadings(query, batch) : []
    if (faults.size > 0) changed.push(...(await storeFaults(query, [...faults.values()])))
    if (hellos.size > 0) await storeHellos(query, [...hellos.values()])
    return changed
  })
}
