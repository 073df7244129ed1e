import type { Platform, Query } from '@lamplight/server-kit'
import { columns } from './arrays.ts'
import { ACKED, CANCELLED, EXPIRED, JUDGED, REPORTED, SENT, STORED, SUPERSEDED } from './ledger-movements.ts'
import type { Answer, DeviceReport, Head, LaidOut, Outcome, PackedRow, Place, SentRange, Stray, Taken } from './ledger-types.ts'
import { AWAITING, LOOK_AGAIN, OLDER, SEND_NO_MORE, TIDY } from './ledger-work.ts'
import { type Lease, TAKE, TAKE_ALL, UNPACK } from './packing.ts'

/** Movements name their rows: they are fetched by key. The planner cannot know how few an array names, and would read the whole table. */
const BY_KEY = `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`

const NOBODY = (now: Date): Lease => ({ owner: null, now, next: now, until: now })

const NOTHING: Outcome = { heads: [], strays: [] }
const seconds = (n: number): string => `${n} seconds`

/** Splits rows so that no part has a key twice: what belongs to one row happens one after the other. */
const waves = <T>(rows: readonly T[], keyOf: (row: T) => string): T[][] => {
  const seen = new Map<string, number>()
  const parts: T[][] = []
  for (const row of rows) {
    const key = keyOf(row)
    const nth = seen.get(key) ?? 0
    seen.set(key, nth + 1)
    const part = parts[nth]
    if (part) part.push(row)
    else parts.push([row])
  }
  return parts
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

/**
 * The ledger: every movement of a row, in bulk. Each call runs inside the caller's transaction and locks the batches it touches first, all
 * at once and in the order of their ids, so that movements of a batch follow each other and never deadlock. Whoever takes rows of
 * control_work without these locks does not wait for any (skip locked).
 */
export const createLedger = (platform: Pick<Platform, 'clock' | 'config' | 'live' | 'newId'>) => {
  const { clock, config, live, newId } = platform
  const startedAt = new Date(clock.now())
  const times = timesOf(config)
  const look = seconds(times.look)
  const verify = seconds(times.verify)

  /** Locks the batches; answers whether anybody watches their devices. */
  const lock = async (query: Query, ids: readonly string[]): Promise<{ found: boolean; watched: boolean }> => {
    const [, rows] = await Promise.all([
      query(BY_KEY),
      query<{ tenant_id: string }>(
        'select tenant_id from control_batch where id = any($1::bigint[]) order by id for no key update',
        columns([...new Set(ids)], (id) => id),
      ),
    ])
    return { found: rows.length > 0, watched: rows.some((row) => live.listeners(row.tenant_id, 'lamps-run') > 0) }
  }
  /** What ended leaves an entry in the audit log and no work behind. */
  const close = async (query: Query, over: readonly Head[]): Promise<void> => {
    if (over.length === 0) return
    const ids = over.map((head) => head.id)
    await query('delete from control_work where batch_id = any($1::bigint[]) and device_ids is null', [ids])
    await query(
      `insert into kit_audit (id, tenant_id, user_id, account, ip, what, target, detail, count, result, at)
       select a.id, b.tenant_id, b.create_user, coalesce(b.account, ''), coalesce(b.ip, ''), 'control.batch.ended', b.id::text,
         json_build_object('status', b.status, 'verified', b.verified, 'applied', b.applied, 'received', b.received, 'failed', b.failed, 'timedOut', b.timed_out),
         b.total, (b.total - b.failed - b.timed_out) || '/' || b.total, $3
       from unnest($1::bigint[], $2::bigint[]) as a (batch_id, id) join control_batch b on b.id = a.batch_id`,
      [ids, over.map(() => newId()), new Date(clock.now())],
    )
  }
  const move = async (query: Query, statement: string, watched: boolean, params: readonly unknown[]): Promise<Outcome> => {
    const [row] = await query<{ heads: Head[]; strays: Stray[] | null }>(statement, [new Date(clock.now()), watched, ...params])
    const outcome = { heads: row?.heads ?? [], strays: row?.strays ?? [] }
    await close(
      query,
      outcome.heads.filter((head) => head.over),
    )
    return outcome
  }
  const unpack = (query: Query, batchId: string, packed: readonly PackedRow[], { owner, now, next, until }: Lease): Promise<Taken[]> =>
    query<Taken>(UNPACK, [batchId, packed.map((row) => row.gateway_sn), owner, now, next, until])
  const joined = (outcomes: readonly Outcome[]): Outcome => ({
    heads: outcomes.flatMap((outcome) => outcome.heads),
    strays: outcomes.flatMap((outcome) => outcome.strays),
  })
  const places = (given: readonly Place[]): string[] =>
    columns(
      given,
      (place) => place.batchId,
      (place) => place.gatewaySn,
    )

  return {
    times,

    sent: async (query: Query, ranges: readonly SentRange[]): Promise<Outcome> => {
      const { found, watched } = await lock(
        query,
        ranges.map((range) => range.batchId),
      )
      if (!found) return NOTHING
      return move(
        query,
        SENT,
        watched,
        columns(
          ranges,
          (range) => range.batchId,
          (range) => range.gatewaySn,
          (range) => range.head,
          (range) => range.first,
          (range) => range.last,
          (range) => range.at,
        ),
      )
    },

    acked: async (query: Query, answers: readonly Answer[]): Promise<Outcome> => {
      const { watched } = await lock(
        query,
        answers.map((answer) => answer.batchId),
      )
      const outcomes: Outcome[] = []
      for (const part of waves(answers, ({ batchId, gatewaySn, sn }) => `${batchId} ${gatewaySn} ${sn}`))
        outcomes.push(
          await move(query, ACKED, watched, [
            look,
            verify,
            ...columns(
              part,
              (answer) => answer.batchId,
              (answer) => answer.gatewaySn,
              (answer) => answer.sn,
              (answer) => answer.ok,
              (answer) => answer.code,
              (answer) => answer.at,
              (answer) => answer.receivedAt,
              (answer) => answer.sentAt,
              (answer) => answer.told.on,
              (answer) => answer.told.dim,
              (answer) => answer.told.reason,
            ),
          ]),
        )
      return joined(outcomes)
    },

    reported: async (query: Query, reports: readonly DeviceReport[]): Promise<Outcome> => {
      const [, touched] = await Promise.all([
        query(BY_KEY),
        query<{ id: string }>(
          AWAITING,
          columns(reports, (report) => report.deviceId),
        ),
      ])
      if (touched.length === 0) return NOTHING
      const { watched } = await lock(
        query,
        touched.map((row) => row.id),
      )
      const outcomes: Outcome[] = []
      for (const part of waves(reports, (report) => report.deviceId))
        outcomes.push(
          await move(query, REPORTED, watched, [
            look,
            verify,
            ...columns(
              part,
              (report) => report.deviceId,
              (report) => report.at,
              (report) => report.told.on,
              (report) => report.told.dim,
              (report) => report.told.power,
              (report) => report.told.reason,
              (report) => report.told.until,
            ),
          ]),
        )
      return joined(outcomes)
    },

    /** Looks at what is stored of the devices, then ends what had its time. */
    judged: async (query: Query, given: readonly Place[]): Promise<Outcome> => {
      const { found, watched } = await lock(
        query,
        given.map((place) => place.batchId),
      )
      if (!found) return NOTHING
      const stored = await move(query, STORED, watched, [look, verify, ...places(given)])
      const ended = await move(query, JUDGED, watched, [...places(given), startedAt, verify, seconds(times.settle)])
      await query(LOOK_AGAIN, [...places(given), new Date(clock.now() + times.look * 1000)])
      await query(TIDY, places(given))
      return joined([stored, ended])
    },

    expired: async (query: Query, given: readonly Place[]): Promise<Outcome> => {
      const { found, watched } = await lock(
        query,
        given.map((place) => place.batchId),
      )
      if (!found) return NOTHING
      const outcome = await move(query, EXPIRED, watched, places(given))
      await query(SEND_NO_MORE, places(given))
      await query(TIDY, places(given))
      return outcome
    },

    cancelled: async (query: Query, batchId: string): Promise<Outcome> => {
      const { watched } = await lock(query, [batchId])
      const packed = await query<PackedRow>(TAKE_ALL, [batchId])
      if (packed.length > 0) await unpack(query, batchId, packed, NOBODY(new Date(clock.now())))
      return move(query, CANCELLED, watched, [batchId])
    },

    /**
     * Lays out at most `most` packed gateways of the oldest batch; answers how many, and the devices of those that are now in the hands of the
     * lease's owner. What older batches still have in hand for the same devices ends as superseded. Locks of batches older than its own are all
     * it waits for, so that it waits in no circle.
     */
    laidOut: async (query: Query, most: number, lease: Lease = NOBODY(new Date(clock.now()))): Promise<LaidOut> => {
      const packed = await query<PackedRow>(TAKE, [most])
      const batchId = packed[0]?.batch_id
      if (batchId === undefined) return { ...NOTHING, n: 0, taken: [] }
      const gateways = packed.map((row) => row.gateway_sn)
      const [, older] = await Promise.all([query(BY_KEY), query<{ id: string }>(OLDER, [batchId, gateways])])
      let outcome = NOTHING
      if (older.length > 0) {
        const ids = older.map((row) => row.id)
        const { watched } = await lock(query, ids)
        outcome = await move(query, SUPERSEDED, watched, [batchId, gateways, ids])
      }
      return { ...outcome, n: packed.length, taken: await unpack(query, batchId, packed, lease) }
    },

    /** Changes work of several batches; like every movement, with their locks. */
    work: async (query: Query, batchIds: readonly string[], statement: string, params: readonly unknown[]): Promise<object[]> => {
      await lock(query, batchIds)
      return query(statement, params)
    },
  }
}
