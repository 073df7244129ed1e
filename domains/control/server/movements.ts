import { deviceTypesPort } from '@lamplight/devices/model'
import { isParamOp } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type DeviceDriver, FIND_BY_KEY, type Platform, type Query } from '@lamplight/server-kit'
import { deviceEffect, type ExpectedEffect, lampEffect, paramEffect, routedEffect } from '../model/index.ts'
import { advance, type Item, type ItemNews } from './advance.ts'
import { columns } from './arrays.ts'
import { driverFinder } from './drivers.port.ts'
import { createTallies, type Tallies } from './heads.ts'
import type { BatchChange, DeviceReport, Outcome, PackKey, StoredOrder, UnmatchedAnswer } from './ledger-types.ts'
import { DONE, LOOK_AFTER } from './ledger-work.ts'
import { loadPacks, type Pack, type Part, placeColumns, savePacks } from './pack.ts'
import { familiesIn } from './param-answers.ts'

export const BY_KEY = `select ${FIND_BY_KEY}`
const ORDER = 'b.command, b.level, b.until, b.device_type as "deviceType", b.cmd, b.args'
/** Locks the batches `$1` and makes the following statements fetch their rows by key. */
const LOCK = `with by_key as materialized (select ${FIND_BY_KEY})
  select b.id::text as id, b.tenant_id, ${ORDER} from control_batch b, by_key where b.id = any($1::bigint[]) order by b.id for no key update of b`
type OrderRow = Omit<StoredOrder, 'until'> & { readonly until: Date | null }

/** A transaction that has locked batches and changes their devices. */
export interface Moving {
  readonly query: Query
  /** The expected effect of each batch by its id, without expected powers. */
  readonly batches: ReadonlyMap<string, ExpectedEffect>
  readonly tenants: ReadonlyMap<string, string>
  readonly tallies: Tallies
  /** Returns the driver of a route; undefined for the serial number of a gateway. */
  readonly driverOf: (gatewaySn: string) => DeviceDriver | undefined
  readonly now: number
  /** Parts of packs that must be read if somebody watches their devices. */
  readonly watched: readonly Part[]
}

const NO_TYPE = { name: 'unknown', code: 0, label: ['', ''], properties: {}, commands: {}, events: [] } as const

/** Returns the expected effect on each device of a pack. `priced`: including its expected power. */
export const effectOf = ({ batches, driverOf }: Moving, pack: Pack, priced: boolean): ((at: number) => ExpectedEffect) => {
  const given = batches.get(pack.batchId) as ExpectedEffect
  const driver = driverOf(pack.gatewaySn)
  const effect = driver ? routedEffect(given, driver.proves, driver.provesWithin) : given
  if (!priced || effect.proof !== 'meter') return () => effect
  return (at) => ({ ...effect, expected: pack.expects()[at] ?? null, tolerance: pack.tolerances()[at] ?? 0 })
}
/** Functions shared by all changes of the ledger. `verifyMs`: time to prove a level, `lookMs`: time until packs are checked again. */
export const createMovements = (
  platform: Pick<Platform, 'clock' | 'live' | 'newId' | 'port'>,
  { verifyMs, lookMs }: { readonly verifyMs: number; readonly lookMs: number },
) => {
  const { clock, live, newId } = platform
  const driverOf = driverFinder(platform)

  /** Returns the expected effect that a stored batch head describes. If no slice declares the device type any more, the device's answer ends the command. */
  const storedEffect = ({ command, level, until, deviceType, cmd, args }: OrderRow): ExpectedEffect => {
    if (cmd === null) return lampEffect({ command, level, until: until?.getTime() ?? null })
    const values = JSON.parse(args ?? '{}') as Record<string, unknown>
    if (isParamOp(cmd)) {
      const family = String(values.family)
      return paramEffect(cmd, family, (values.value ?? {}) as ParamValue, familiesIn(platform).get(family))
    }
    const type = platform.port(deviceTypesPort).typeOf(deviceType ?? 0)
    return deviceEffect(type ?? NO_TYPE, cmd, values)
  }

  /** Loads device types that another process may have just created. */
  const knowTypes = async (rows: readonly OrderRow[]): Promise<void> => {
    const codes = rows.flatMap(({ deviceType }) => deviceType ?? [])
    if (codes.length > 0) await platform.port(deviceTypesPort).need(codes)
  }

  /** Reads the expected effect of a batch without a lock. */
  const effectIn = async (query: Query, batchId: string): Promise<ExpectedEffect | undefined> => {
    const [row] = await query<OrderRow>(`select ${ORDER} from control_batch b where b.id = $1`, [batchId])
    if (row) await knowTypes([row])
    return row && storedEffect(row)
  }
  /** Locks the batches; resolves with null if none exists. */
  const lock = async (query: Query, ids: readonly string[]): Promise<Moving | null> => {
    const rows = await query<OrderRow & { id: string; tenant_id: string }>(
      LOCK,
      columns([...new Set(ids)], (id) => id),
    )
    if (rows.length === 0) return null
    await knowTypes(rows)
    const watched = rows.some((row) => live.listeners(row.tenant_id, 'lamps-run') > 0)
    return {
      query,
      batches: new Map(rows.map((row) => [row.id, storedEffect(row)])),
      tenants: new Map(rows.map((row) => [row.id, row.tenant_id])),
      tallies: createTallies(watched),
      driverOf,
      now: clock.now(),
      watched: watched ? ['device_ids'] : [],
    }
  }
  const lockPlaces = (query: Query, places: readonly PackKey[]): Promise<Moving | null> =>
    lock(
      query,
      places.map((place) => place.batchId),
    )
  const load = (moving: Moving, places: readonly PackKey[], parts: readonly Part[]): Promise<Pack[]> =>
    loadPacks(moving.query, places, [...new Set([...parts, ...moving.watched])])

  /** Deletes the work of ended batches and writes their audit entries. */
  const close = async (query: Query, over: readonly BatchChange[]): Promise<void> => {
    if (over.length === 0) return
    const ids = over.map((head) => head.id)
    await query('delete from control_work where batch_id = any($1::bigint[]) and not fresh', [ids])
    await query(
      `insert into kit_audit (id, tenant_id, user_id, account, ip, what, target, detail, count, result, at)
       select a.id, b.tenant_id, b.create_user, coalesce(b.account, ''), coalesce(b.ip, ''), 'control.batch.ended', b.id::text,
         json_build_object('state', b.state, 'verified', b.verified, 'applied', b.applied, 'received', b.received, 'failed', b.failed, 'timedOut', b.timed_out,
           'superseded', b.superseded, 'target', coalesce(b.target_text, ''), 'targetEn', coalesce(b.target_text_en, '')),
         b.total, (b.total - b.failed - b.timed_out - b.superseded) || '/' || b.total, $3
       from unnest($1::bigint[], $2::bigint[]) as a (batch_id, id) join control_batch b on b.id = a.batch_id`,
      [ids, over.map(() => newId()), new Date(clock.now())],
    )
  }
  /** Schedules the next check of packs whose devices have answered. */
  const lookAfter = async ({ query, tallies, now }: Moving): Promise<void> => {
    const next = now + lookMs
    const unseen = [...tallies.changed].filter(
      (pack) => (pack.checkAt === null || pack.checkAt > next) && pack.items.some((item) => item.status === 1 && item.rung >= 2),
    )
    if (unseen.length > 0) await query(LOOK_AFTER, [...placeColumns(unseen), new Date(next), new Date(now)])
  }
  /** Writes the changes of the transaction. */
  const settle = async (moving: Moving, unmatched: readonly UnmatchedAnswer[] = []): Promise<Outcome> => {
    const { query, tallies, now } = moving
    const [heads] = await Promise.all([tallies.keep(query, now), savePacks(query, [...tallies.changed])])
    await close(
      query,
      heads.filter((head) => head.over),
    )
    return { heads, unmatched }
  }
  const step = (item: Item, effect: ExpectedEffect, news: ItemNews, now: number): Item => advance(item, effect, news, now, verifyMs)
  /** Applies the same news to the devices of the packs that `which` selects. */
  const moveAll = (
    moving: Moving,
    packs: readonly Pack[],
    news: ItemNews,
    priced: boolean,
    which: (item: Item, pack: Pack, at: number) => boolean,
  ): void => {
    for (const pack of packs) {
      const effect = effectOf(moving, pack, priced)
      let last: { item: Item; next: Item } | undefined
      for (let at = 0; at < pack.n; at++) {
        const item = pack.items[at] as Item
        if (!which(item, pack, at)) continue
        if (priced || last?.item !== item) last = { item, next: step(item, effect(at), news, moving.now) }
        moving.tallies.move(pack, at, last.next)
      }
    }
  }
  const done = (packs: readonly Pack[]): Pack[] => packs.filter((pack) => !pack.items.some((item) => item.status <= 1))
  const endWork = async (query: Query, packs: readonly Pack[]): Promise<void> => {
    const over = done(packs)
    if (over.length > 0) await query(DONE, placeColumns(over))
  }

  /** Applies reports to the devices of the packs. */
  const applyReports = (moving: Moving, packs: readonly Pack[], reports: readonly DeviceReport[]): void => {
    const at = new Map<string, (readonly [pack: Pack, at: number])[]>()
    for (const pack of packs)
      pack.deviceIds().forEach((id, index) => {
        const known = at.get(id)
        if (known) known.push([pack, index])
        else at.set(id, [[pack, index]])
      })
    const effects = new Map(packs.map((pack) => [pack, effectOf(moving, pack, true)]))
    for (const report of reports)
      for (const [pack, index] of at.get(report.deviceId) ?? []) {
        const item = pack.items[index] as Item
        const news: ItemNews = { kind: 'report', at: report.at, now: moving.now, reported: report.reported }
        if (item.watch) moving.tallies.move(pack, index, step(item, effects.get(pack)?.(index) as ExpectedEffect, news, moving.now))
      }
  }

  return { effectIn, lock, lockPlaces, load, lookAfter, settle, step, moveAll, endWork, hear: applyReports }
}
export type Movements = ReturnType<typeof createMovements>
