import { queryOnce } from '@lamplight/testing'
import type { City } from '@lamplight/virtual-city'
import type { HttpCaller } from './asker.ts'

export interface Verdict {
  readonly lost: number
  readonly doubled: number
  /** Number of devices whose ledger row differs from the state of the lamp, or says that the command failed. */
  readonly wrong: number
  readonly words: string
}

interface Entry {
  readonly sn: string
  readonly at: number
}

/** Records reports that the broker acknowledged: from then on they must be in the history. */
export const createReceipts = () => {
  /** In order of acknowledgement; a report that was sent twice is in it twice. */
  const taken: Entry[] = []
  let where: string[] = []
  return {
    take: (_gateway: string, kind: string, payload: string): void => {
      if (kind !== 'report') return
      for (const { sn, at } of JSON.parse(payload) as Entry[]) taken.push({ sn, at: Math.round(at) })
    },
    count: () => taken.length,
    /** Returns the number of reports acknowledged before this call that the database does not have. */
    missing: async (databaseUrl: string): Promise<number> => {
      const before = taken.length
      const rows = await queryOnce<{ sn: string; times: string[] }>(
        databaseUrl,
        `select r.sn, array_agg((extract(epoch from t.at) * 1000)::bigint::text) as times
         from (select device_id, at from devices_telemetry union all select device_id, at from devices_series) t
         join devices_registry r on r.device_id = t.device_id group by r.sn`,
      )
      const stored = new Map(rows.map(({ sn, times }) => [sn, new Set(times.map(Number))]))
      const lost = taken.slice(0, before).filter(({ sn, at }) => !stored.get(sn)?.has(at))
      where = [...Map.groupBy(lost, ({ at }) => new Date(at).toISOString().slice(11, 19))]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([time, found]) => `${found.length} at ${time} (${found[0]?.sn} ${found[0]?.at})`)
      return lost.length
    },
    /** Device and times of the reports found missing by the last call of `missing`. */
    words: () => where.slice(0, 20).join(', '),
  }
}

interface Batch {
  readonly total: number
  readonly verified: number
  readonly ended: number
}
interface Row {
  readonly sn: string
  readonly rung: number
  readonly code: string
}

export const batchOf = async (caller: HttpCaller, batchId: string): Promise<Batch> =>
  (await caller.sure<Batch>('GET', `/api/blade-city/commandrecord/detail?id=${batchId}`)).data

/** Describes the devices whose command did not end as proven. */
const othersOf = async (caller: HttpCaller, batchId: string): Promise<string> => {
  const problems: string[] = []
  for (const status of [0, 1, 4, 5]) {
    const path = `/api/blade-city/commandrecord/executeStatus?commandRecordId=${batchId}&status=${status}&current=1&size=2000`
    const { records } = (await caller.sure<{ records: Row[] }>('GET', path)).data
    const groups = Map.groupBy(records, ({ rung, code }) => `status ${status} rung ${rung} ${code}`)
    for (const [words, rows] of groups) problems.push(`${rows.length} × ${words} (${rows[0]?.sn})`)
  }
  return problems.join(', ')
}

/**
 * Compares the lamps of the virtual city with the platform's batch. Every lamp is healthy, so each must have executed the command once, have the
 * commanded level, and be proven.
 */
export const judge = async (
  city: City,
  caller: HttpCaller,
  options: { batchId: string; level: number; lamps: readonly string[] },
): Promise<Verdict> => {
  const effects = city.effects(options.batchId)
  const { total, verified } = await batchOf(caller, options.batchId)
  const elsewhere = options.lamps.filter((sn) => city.lamp(sn).state.dim !== options.level)
  const wrong = Math.max(total - verified, options.lamps.length - verified) + elsewhere.filter((sn) => effects.has(sn)).length
  return {
    lost: elsewhere.filter((sn) => !effects.has(sn)).length,
    doubled: [...effects.values()].filter((times) => times > 1).length,
    wrong,
    words: wrong > 0 ? await othersOf(caller, options.batchId) : '',
  }
}
