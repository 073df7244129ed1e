import type { Platform, Query } from '@lamplight/server-kit'
import type { Order } from '../model/index.ts'
import { advance, type Heard, type Item } from './advance.ts'
import { columns } from './arrays.ts'
import { createTallies, type Tallies } from './heads.ts'
import type { Answer, DeviceReport, Head, Opened, Outcome, Place, SentTo, Stray, Taken, Unproven } from './ledger-types.ts'
import { AWAITING, DONE, LOOK_AFTER, LOOK_AT, OLDER, OLDER_ELSEWHERE, SEND_NO_MORE } from './ledger-work.ts'
import { keyOf, loadBatch, loadPacks, type Pack, type Part, placeColumns, savePacks } from './pack.ts'
import { DEVICES, FREE, type Lease, OPEN, OPEN_FOR, TAKE, TAKE_BACK } from './packing.ts'
import { storedNews } from './stored.ts'

/** Movements name their rows: they are fetched by key. The planner cannot know how few an array names, and would read the whole table. */
const BY_KEY = `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`

const NOBODY = (now: Date): Lease => ({ owner: null, now, next: now, until: now, look: now })
const NOTHING: Outcome = { heads: [], strays: [] }

interface PlaceRow {
  readonly batch_id: string
  readonly gateway_sn: string
}
export const placesOf = (rows: readonly PlaceRow[]): Place[] => rows.map((row) => ({ batchId: row.batch_id, gatewaySn: row.gateway_sn }))

/** A batch while it is locked. */
interface Locked {
  readonly command: number
  readonly level: number | null
  /** Epoch ms. */
  readonly until: number | null
}
interface Moving {
  readonly query: Query
  readonly batches: ReadonlyMap<string, Locked>
  readonly tallies: Tallies
  readonly now: number
  /** What is to be read of packs when somebody watches their devices. */
  readonly watched: readonly Part[]
}

/** Seconds that a deployment may set. */
const timesOf = (config: Platform['config']) => {
  const verify = config.number('COMMAND_VERIFY_SECONDS', 30)
  return {
    expire: config.number('COMMAND_EXPIRE_SECONDS', 600),
    resend: config.number('COMMAND_RESEND_SECONDS', 10),
    verify,
    look: verify / 3,
    settle: Math.min(3, verify / 6),
  }
}

/** The order to each device of a pack. `priced`: with the power it should have. */
const orderOf = ({ batches }: Moving, pack: Pack, priced: boolean): ((at: number) => Order) => {
  const { command, level, until } = batches.get(pack.batchId) as Locked
  if (priced) return (at) => ({ command, level, until, expected: pack.expects()[at] ?? null, tolerance: pack.tolerances()[at] ?? 0 })
  const order = { command, level, until, expected: null, tolerance: 0 }
  return () => order
}
const indexOf = (values: readonly string[]): ((value: string) => number | undefined) => {
  let places: Map<string, number> | undefined
  let last = -1
  return (value) => {
    // Answers mostly come in the order in which the devices stand.
    if (values[last + 1] === value) {
      last += 1
      return last
    }
    places ??= new Map(values.map((one, at) => [one, at]))
    const found = places.get(value)
    if (found !== undefined) last = found
    return found
  }
}

const sameAnswer = (a: Answer, b: Answer): boolean =>
  a.ok === b.ok &&
  a.code === b.code &&
  a.at === b.at &&
  a.receivedAt === b.receivedAt &&
  a.sentAt === b.sentAt &&
  a.told.on === b.told.on &&
  a.told.dim === b.told.dim &&
  a.told.reason === b.told.reason

const answerNews = ({ ok, code, at, told, receivedAt, sentAt }: Answer): Heard => ({
  kind: 'ack',
  ok,
  code,
  at,
  told,
  heardAt: receivedAt,
  leftAt: sentAt,
})

/**
 * The ledger: every movement of a device, by packs. Each call runs inside the caller's transaction and locks the batches it touches first, all
 * at once and in the order of their ids, so that movements of a batch follow each other and never deadlock. Whoever takes rows of
 * control_work without these locks does not wait for any (skip locked).
 */
export const createLedger = (platform: Pick<Platform, 'clock' | 'config' | 'live' | 'newId'>) => {
  const { clock, config, live, newId } = platform
  const startedAt = clock.now()
  const times = timesOf(config)
  const lookMs = times.look * 1000
  const verifyMs = times.verify * 1000

  /** Locks the batches; null when there is none of them. */
  const lock = async (query: Query, ids: readonly string[]): Promise<Moving | null> => {
    const [, rows] = await Promise.all([
      query(BY_KEY),
      query<{ id: string; tenant_id: string; command: number; level: number | null; until: Date | null }>(
        'select id::text as id, tenant_id, command, level, until from control_batch where id = any($1::bigint[]) order by control_batch.id for no key update',
        columns([...new Set(ids)], (id) => id),
      ),
    ])
    if (rows.length === 0) return null
    const watched = rows.some((row) => live.listeners(row.tenant_id, 'lamps-run') > 0)
    return {
      query,
      batches: new Map(rows.map(({ id, command, level, until }) => [id, { command, level, until: until?.getTime() ?? null }])),
      tallies: createTallies(watched),
      now: clock.now(),
      watched: watched ? ['device_ids'] : [],
    }
  }
  const lockPlaces = (query: Query, places: readonly Place[]): Promise<Moving | null> =>
    lock(
      query,
      places.map((place) => place.batchId),
    )
  const load = (moving: Moving, places: readonly Place[], parts: readonly Part[]): Promise<Pack[]> =>
    loadPacks(moving.query, places, [...new Set([...parts, ...moving.watched])])

  /** What ended leaves an entry in the audit log and no work behind. */
  const close = async (query: Query, over: readonly Head[]): Promise<void> => {
    if (over.length === 0) return
    const ids = over.map((head) => head.id)
    await query('delete from control_work where batch_id = any($1::bigint[])', [ids])
    await query(
      `insert into kit_audit (id, tenant_id, user_id, account, ip, what, target, detail, count, result, at)
       select a.id, b.tenant_id, b.create_user, coalesce(b.account, ''), coalesce(b.ip, ''), 'control.batch.ended', b.id::text,
         json_build_object('status', b.status, 'verified', b.verified, 'applied', b.applied, 'received', b.received, 'failed', b.failed, 'timedOut', b.timed_out),
         b.total, (b.total - b.failed - b.timed_out) || '/' || b.total, $3
       from unnest($1::bigint[], $2::bigint[]) as a (batch_id, id) join control_batch b on b.id = a.batch_id`,
      [ids, over.map(() => newId()), new Date(clock.now())],
    )
  }
  /** Packs with devices that were received are looked at again, in time. */
  const lookAfter = async ({ query, tallies, now }: Moving): Promise<void> => {
    const next = now + lookMs
    const unseen = [...tallies.changed].filter(
      (pack) => (pack.checkAt === null || pack.checkAt > next) && pack.items.some((item) => item.status === 1 && item.rung >= 2),
    )
    if (unseen.length > 0) await query(LOOK_AFTER, [...placeColumns(unseen), new Date(next), new Date(now)])
  }
  /** Writes what moved. */
  const settle = async (moving: Moving, strays: readonly Stray[] = []): Promise<Outcome> => {
    const { query, tallies, now } = moving
    const [heads] = await Promise.all([tallies.keep(query, now), savePacks(query, [...tallies.changed])])
    await close(
      query,
      heads.filter((head) => head.over),
    )
    return { heads, strays }
  }
  const step = (item: Item, order: Order, news: Heard, now: number): Item => advance(item, order, news, now, verifyMs)
  /** The same news for all devices of the packs that `which` says. */
  const moveAll = (
    moving: Moving,
    packs: readonly Pack[],
    news: Heard,
    priced: boolean,
    which: (item: Item, pack: Pack, at: number) => boolean,
  ): void => {
    for (const pack of packs) {
      const order = orderOf(moving, pack, priced)
      let last: { item: Item; next: Item } | undefined
      for (let at = 0; at < pack.n; at++) {
        const item = pack.items[at] as Item
        if (!which(item, pack, at)) continue
        if (priced || last?.item !== item) last = { item, next: step(item, order(at), news, moving.now) }
        moving.tallies.move(pack, at, last.next)
      }
    }
  }
  const all = (): boolean => true
  const openIn = (pack: Pack): string[] =>
    pack.sns().filter((_, at) => (pack.items[at] as Item).status <= 1 && (pack.items[at] as Item).rung >= 2)
  const done = (packs: readonly Pack[]): Pack[] => packs.filter((pack) => !pack.items.some((item) => item.status <= 1))
  const endWork = async (query: Query, packs: readonly Pack[]): Promise<void> => {
    const over = done(packs)
    if (over.length > 0) await query(DONE, placeColumns(over))
  }

  /** Devices of packs that reports tell of. */
  const hear = (moving: Moving, packs: readonly Pack[], reports: readonly DeviceReport[]): void => {
    const at = new Map<string, (readonly [pack: Pack, at: number])[]>()
    for (const pack of packs)
      pack.deviceIds().forEach((id, index) => {
        const known = at.get(id)
        if (known) known.push([pack, index])
        else at.set(id, [[pack, index]])
      })
    const orders = new Map(packs.map((pack) => [pack, orderOf(moving, pack, true)]))
    for (const report of reports)
      for (const [pack, index] of at.get(report.deviceId) ?? []) {
        const item = pack.items[index] as Item
        const news: Heard = { kind: 'report', at: report.at, now: moving.now, told: report.told }
        if (item.watch) moving.tallies.move(pack, index, step(item, orders.get(pack)?.(index) as Order, news, moving.now))
      }
  }

  return {
    times,

    sent: async (query: Query, messages: readonly SentTo[]): Promise<Outcome> => {
      const moving = await lockPlaces(query, messages)
      if (!moving) return NOTHING
      const packs = new Map((await load(moving, messages, ['sns'])).map((pack) => [keyOf(pack), pack]))
      for (const message of messages) {
        const pack = packs.get(keyOf(message))
        const taken = new Set(message.sns)
        if (pack) moveAll(moving, [pack], { kind: 'sent', at: message.at }, false, (_, { sns }, at) => taken.has(sns()[at] as string))
      }
      return settle(moving)
    },

    acked: async (query: Query, answers: readonly Answer[]): Promise<Outcome> => {
      const moving = await lockPlaces(query, answers)
      const strays: Stray[] = []
      const packs = new Map(
        (moving ? await load(moving, answers, ['sns']) : []).map((pack) => [keyOf(pack), { pack, find: indexOf(pack.sns()) }]),
      )
      let last: { answer: Answer; item: Item; next: Item } | undefined
      let here:
        | { of: Answer; found: { pack: Pack; find: (sn: string) => number | undefined } | undefined; order: Order | undefined }
        | undefined
      for (const answer of answers) {
        if (!here || here.of.batchId !== answer.batchId || here.of.gatewaySn !== answer.gatewaySn) {
          const found = packs.get(keyOf(answer))
          here = { of: answer, found, order: moving && found ? orderOf(moving, found.pack, false)(0) : undefined }
          last = undefined
        }
        const { found, order } = here
        const at = found?.find(answer.sn)
        if (!moving || !found || !order || at === undefined) {
          strays.push({ gateway_sn: answer.gatewaySn, id: answer.batchId, sn: answer.sn })
          continue
        }
        const item = found.pack.items[at] as Item
        if (!last || last.item !== item || !sameAnswer(last.answer, answer))
          last = { answer, item, next: step(item, order, answerNews(answer), moving.now) }
        moving.tallies.move(found.pack, at, last.next)
      }
      if (!moving) return { heads: [], strays }
      await lookAfter(moving)
      return settle(moving, strays)
    },

    reported: async (query: Query, reports: readonly DeviceReport[]): Promise<Outcome> => {
      const [, places] = await Promise.all([
        query(BY_KEY),
        query<PlaceRow>(AWAITING, [
          ...columns([...new Set(reports.map((report) => report.gatewayId))], (id) => id || null),
          ...columns(reports, (report) => report.deviceId),
        ]),
      ])
      const moving = places.length > 0 ? await lockPlaces(query, placesOf(places)) : null
      if (!moving) return NOTHING
      hear(moving, await load(moving, placesOf(places), ['device_ids', 'expects', 'tolerances']), reports)
      await lookAfter(moving)
      return settle(moving)
    },

    /**
     * Looks at what is stored of the devices, then ends what had its time: when the meters were asked and had theirs; without an asking
     * (gateway offline) only after twice the time. Answers besides what still waits for a proof.
     */
    judged: async (query: Query, given: readonly Place[]): Promise<Outcome & { unproven: readonly Unproven[] }> => {
      const moving = await lockPlaces(query, given)
      if (!moving) return { ...NOTHING, unproven: [] }
      const { now } = moving
      const packs = await load(moving, given, ['device_ids', 'sns', 'expects', 'tolerances'])
      hear(moving, packs, await storedNews(query, given))
      const hadItsTime = (item: Item, { probedAt }: Pack): boolean => {
        if (item.status > 1 || item.rung < 2 || item.verifyBy === null || item.verifyBy > now) return false
        const asked =
          probedAt !== null && probedAt >= (item.receivedAt ?? 0) && probedAt >= now - verifyMs && probedAt <= now - times.settle * 1000
        return asked || Math.max(item.verifyBy, startedAt) + verifyMs <= now
      }
      moveAll(moving, packs, { kind: 'judge', now }, true, hadItsTime)
      const outcome = await settle(moving)
      const unproven = packs.map((pack) => ({ batchId: pack.batchId, gatewaySn: pack.gatewaySn, sns: openIn(pack) }))
      const later = unproven.filter(({ sns }) => sns.length > 0)
      await query(LOOK_AT, [...placeColumns(later), new Date(now + lookMs)])
      await query(LOOK_AT, [...placeColumns(unproven.filter(({ sns }) => sns.length === 0)), null])
      await endWork(query, packs)
      return { ...outcome, unproven: later }
    },

    expired: async (query: Query, given: readonly Place[]): Promise<Outcome> => {
      const moving = await lockPlaces(query, given)
      if (!moving) return NOTHING
      const packs = await load(moving, given, [])
      moveAll(moving, packs, { kind: 'expire' }, false, all)
      const outcome = await settle(moving)
      await query(SEND_NO_MORE, placeColumns(given))
      await endWork(query, packs)
      return outcome
    },

    cancelled: async (query: Query, batchId: string): Promise<Outcome> => {
      const moving = await lock(query, [batchId])
      if (!moving) return NOTHING
      await query(TAKE_BACK, [batchId])
      moveAll(moving, await loadBatch(query, batchId, moving.watched), { kind: 'cancel' }, false, all)
      return settle(moving)
    },

    /**
     * Opens at most `most` fresh gateways of the oldest batch; answers how many, and the devices of those that are now in the hands of the
     * lease's owner. What older batches still have in hand for the same devices ends as superseded. Locks of batches older than its own are all
     * it waits for, so that it waits in no circle.
     */
    opened: async (query: Query, most: number, lease: Lease = NOBODY(new Date(clock.now()))): Promise<Opened> => {
      const rows = await query<PlaceRow & { expire_at: Date }>(TAKE, [most])
      const [first] = rows
      if (!first) return { ...NOTHING, n: 0, taken: [] }
      const fresh = placesOf(rows)
      const batchId = first.batch_id
      const gateways = fresh.map((place) => place.gatewaySn)
      const inTime = lease.owner !== null && first.expire_at > lease.now
      const [, here, elsewhere, free] = await Promise.all([
        query(BY_KEY),
        query<PlaceRow>(OLDER, [batchId, gateways]),
        query<PlaceRow>(OLDER_ELSEWHERE, [batchId, gateways]),
        inTime ? query<{ sn: string }>(FREE, [gateways, lease.now, lease.owner]) : [],
      ])
      const older = placesOf([...here, ...elsewhere])
      const moving = older.length > 0 ? await lockPlaces(query, older) : null
      let outcome = NOTHING
      if (moving) {
        const [news, packs] = [await loadPacks(query, fresh, ['device_ids', 'heads']), await load(moving, older, ['device_ids', 'heads'])]
        const meant = new Map<string, number>()
        for (const pack of news) for (const [at, id] of pack.deviceIds().entries()) meant.set(id, pack.heads()[at] ?? 0)
        moveAll(moving, packs, { kind: 'supersede' }, false, (item, { deviceIds, heads }, at) => {
          const head = item.watch ? meant.get(deviceIds()[at] as string) : undefined
          return head !== undefined && (head === heads()[at] || head === 0 || heads()[at] === 0)
        })
        outcome = await settle(moving)
      }
      const mine = free.map(({ sn }) => sn)
      const [, , taken] = await Promise.all([
        query(OPEN, [batchId, gateways.filter((sn) => !mine.includes(sn))]),
        query(OPEN_FOR, [batchId, mine, lease.owner, lease.next, lease.until, lease.look]),
        query<Omit<Taken, 'sns' | 'heads'> & { gateway_sn: string; sns: string; heads: string }>(DEVICES, [batchId, mine]),
      ])
      return {
        ...outcome,
        n: fresh.length,
        taken: taken.map((row) => ({
          ...row,
          batchId,
          gatewaySn: row.gateway_sn,
          sns: row.sns.split(','),
          heads: row.heads.split(',').map(Number),
        })),
      }
    },

    /** Changes work of several batches; like every movement, with their locks. */
    work: async (query: Query, batchIds: readonly string[], statement: string, params: readonly unknown[]): Promise<object[]> => {
      await lock(query, batchIds)
      return query(statement, params)
    },
  }
}
