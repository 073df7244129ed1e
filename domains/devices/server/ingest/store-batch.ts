import { arrayOf, FIND_BY_KEY, type Platform, type Query } from '@lamplight/server-kit'
import { closedHoursOf } from '../series/counter.ts'
import { createRowWriter, FLAG, rowTypeOf } from '../series/reading-rows.ts'
import { storeSeries } from '../series/store-series.ts'
import { TELL_COUNTERS, TOLD } from '../series/tell-counters.ts'
import { type Changed, type ChangedLamp, FAULTS_AFTER_MERGED, RETURNING_LAMP, sinceOf, type Watched } from './changed.ts'
import { isNewer, ONLINE_AFTER, timedAfter } from './device-clock.ts'
import { fold } from './fold.ts'
import { lampAnswers, storeLampAnswers } from './lamp-answers.ts'
import type { HelloRow, Sorted } from './sort-messages.ts'
import { hasIntervals, storeFaults } from './store-faults.ts'
import { storeBetween, storeLate } from './store-late.ts'

const writeRows = createRowWriter()
const BY_KEY = `select ${FIND_BY_KEY}`
const KEPT = ['power', 'voltage', 'current', 'pf', 'energy', 'hours', 'temperature', 'tilt', 'reason', 'is_on', 'dim']
const LIT = 'coalesce(r.is_on, s.is_on, coalesce(r.dim, s.dim) > 0)'
const UNTIMED = `r.flags & ${FLAG.untimed} > 0`

/**
 * One statement writes the history, the marks for the rollups and the latest state. An insert without `on conflict` takes two thirds of the time of one
 * with it, so it is tried first and repeated with `again` if a reading is already stored. Returns the changed states, or their number.
 */
const store = (again: boolean, returning: boolean): string => `
with r as materialized (
  select * from unnest($1::devices_reading[])
), history as (
  insert into devices_telemetry (device_id, at, energy, hours, power, voltage, current, pf, temperature, tilt, dim, is_on, tenant_id)
  select device_id, at, energy, hours, power, voltage, current, pf, temperature, tilt, dim, is_on, tenant_id
  from r where flags & ${FLAG.history} > 0${again ? ' on conflict do nothing' : ''}
), late as (
  insert into devices_rollup_due (tenant_id, device_id, hour)
  select distinct r.tenant_id, r.device_id, h.hour from r cross join lateral (${closedHoursOf('r.at')}) h
  where r.flags & ${FLAG.history} > 0 and r.at <= (select closed_until from devices_rollup_frontier)
), newer as (
update devices_state s set
  version = v.version, reported_at = r.at, received_at = to_timestamp($2::float8 / 1000), timed_at = ${timedAfter(UNTIMED)},
  online = ${ONLINE_AFTER}, ${KEPT.map((name) => `${name} = coalesce(r.${name}, s.${name})`).join(', ')},
  override_until = case when r.flags & ${FLAG.light} > 0 or r.until is not null then r.until else s.override_until end,
  faults = ${FAULTS_AFTER_MERGED}, faults_at = greatest(s.faults_at, r.faults_at), fault_since = ${sinceOf(FAULTS_AFTER_MERGED, 'r.faults_at')},
  state = devices_status(s.state <> 5, ${ONLINE_AFTER}, cardinality(${FAULTS_AFTER_MERGED}) > 0, ${LIT})
from r, (select nextval('devices_state_version') as version) v
where r.flags & ${FLAG.latest} > 0 and s.device_id = r.device_id and ${isNewer(UNTIMED)}${returning ? RETURNING_LAMP : ' returning 1'}
) ${returning ? 'select * from newer' : 'select count(*)::int as n from newer'}`

const storeReadings = async (
  query: Query,
  { readings, receivedAt, watched, again }: Batch,
  rowType: number,
): Promise<readonly ChangedLamp[]> => {
  const rows = fold(readings)
  const binary = writeRows(rows, rowType)
  const changed = await query<ChangedLamp & { readonly n?: number }>(store(again, watched.lamps), [binary, receivedAt])
  const newer = watched.lamps ? changed.length : (changed[0]?.n ?? 0)
  const lamps = watched.lamps ? changed : []
  const areAllNewer = newer === rows.filter(({ latest }) => latest).length
  const late = areAllNewer ? [] : await storeLate(query, binary, watched.lamps)
  const between = await storeBetween(query, rows, watched.lamps)
  return late.length + between.length === 0 ? lamps : [...lamps, ...late, ...between]
}

const storeHellos = async (query: Query, hellos: readonly HelloRow[]): Promise<void> => {
  await query(
    `update devices_gateway g set version = h.version, report_seconds = h.report_seconds, last_seen = to_timestamp(h.at / 1000),
       children = case when g.status = 1 then g.children else h.children end
     from unnest($1::bigint[], $2::text[], $3::int[], $4::float8[], $5::int[]) as h(id, version, children, at, report_seconds) where g.id = h.id`,
    [
      arrayOf(hellos.map(({ gateway }) => gateway.id)),
      arrayOf(hellos.map(({ version }) => version)),
      arrayOf(hellos.map(({ children }) => children)),
      arrayOf(hellos.map(({ receivedAt }) => receivedAt)),
      arrayOf(hellos.map(({ reportSeconds }) => reportSeconds)),
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

/** Stores that devices have set their counters to 0, and marks the hours whose energy this may change. */
const storeCounterResets = async (query: Query, news: Batch['news']): Promise<void> => {
  const resets = news.filter(({ type, on, deviceId }) => type === 'counterReset' && on && deviceId !== '')
  if (resets.length === 0) return
  await query(TELL_COUNTERS, [
    arrayOf(resets.map(({ tenantId }) => tenantId)),
    arrayOf(resets.map(({ deviceId }) => deviceId)),
    arrayOf(resets.map(({ at }) => at)),
    TOLD.reset,
  ])
}

export interface Batch extends Pick<Sorted, 'readings' | 'series' | 'news' | 'hellos'> {
  /** Server time, epoch ms. */
  readonly receivedAt: number
  /** Which changed states to return. */
  readonly watched: Watched
  /** Some readings and intervals may already be stored; without this flag a repeated one fails with SQLSTATE 23505. */
  readonly again: boolean
}

/**
 * Stores a batch in one transaction: history (a stored reading does not change), latest state by device time, faults, hellos. The state is
 * that of the reports in the order of their times, in whatever order they come.
 */
export const storeBatch = async ({ system }: Pick<Platform, 'system'>, batch: Batch): Promise<Changed> => {
  const { readings, series, news, hellos, receivedAt, again, watched } = batch
  const rowType = readings.length > 0 ? await rowTypeOf(system) : 0
  const hasNews = hasIntervals(news)
  const answers = lampAnswers(readings)
  if (!hasNews && hellos.size === 0 && series.length === 0 && answers.length === 0)
    return { lamps: readings.length > 0 ? await storeReadings(system.query, batch, rowType) : [], devices: [] }
  return system.tx(async (query) => {
    const lamps = readings.length > 0 ? await storeReadings(query, batch, rowType) : []
    if (answers.length > 0) await storeLampAnswers(query, answers)
    const devices = series.length > 0 ? await storeSeries(query, series, receivedAt, { again, watched: watched.devices }) : []
    if (hasNews) await query(BY_KEY)
    if (hasNews) await storeCounterResets(query, news)
    const faulty = hasNews ? await storeFaults(query, news, again, watched.faults) : { lamps: [], devices: [] }
    if (hellos.size > 0) await storeHellos(query, [...hellos.values()])
    return { lamps: [...lamps, ...faulty.lamps], devices: [...devices, ...faulty.devices] }
  })
}
