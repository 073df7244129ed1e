import { createHash } from 'node:crypto'
import type { ParamFamilyDefinition, ParamOp } from '@lamplight/kit'
import { canonicalJson, type ParamValue } from '@lamplight/protocol'
import { arrayOf, type Platform, type Query, registryPort } from '@lamplight/server-kit'
import { declaredValue, PARAM_STATUS } from '../../model/index.ts'

/** Answer of a device to an operation of a parameter family. */
export interface ParamAnswer {
  readonly deviceId: string
  readonly batchId: string
  readonly tenantId: string
  readonly family: string
  readonly op: ParamOp
  readonly ok: boolean
  readonly code: string
  /** Device time, epoch ms. */
  readonly at: number
  /** Values reported by the device; undefined if it reports none. */
  readonly held: ParamValue | undefined
}

const HASH_LENGTH = 16
/** Hash of a value or of the program of a calendar, the same as in messages of devices (docs/devices.md). */
export const valueHash = (value: object): string => createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, HASH_LENGTH)

/** Returns the families that the slices declare, by name. */
export const familiesIn = (platform: Pick<Platform, 'port'>): ReadonlyMap<string, ParamFamilyDefinition> =>
  new Map(platform.port(registryPort).slices.flatMap(({ families = [] }) => families.map((family) => [family.name, family])))

interface Named {
  readonly tenantId: string
  readonly family: string
  readonly value: ParamValue
}

/** Stores each distinct value once; returns a function that gives the id for tenant, family and value. Equal devices should share the object of their value. */
export const intern = async (query: Query, newId: () => string, named: readonly Named[]): Promise<(named: Named) => string | undefined> => {
  const hashes = new Map<ParamValue, string>()
  const keyOf = ({ tenantId, family, value }: Named): string => {
    const hash = hashes.get(value) ?? valueHash(value)
    hashes.set(value, hash)
    return `${tenantId} ${family} ${hash}`
  }
  const once = [...new Map(named.map((one) => [keyOf(one), one])).entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  if (once.length === 0) return () => undefined
  const rows = await query<{ id: string; tenant_id: string; family: string; hash: string }>(
    `insert into control_value (id, tenant_id, family, hash, value)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::jsonb[])
     on conflict (tenant_id, family, hash) do update set hash = excluded.hash returning id::text as id, tenant_id, family, hash`,
    [
      arrayOf(once.map(() => newId())),
      arrayOf(once.map(({ tenantId }) => tenantId)),
      arrayOf(once.map(({ family }) => family)),
      arrayOf(once.map(({ value }) => valueHash(value))),
      arrayOf(once.map(({ value }) => canonicalJson(value))),
    ],
  )
  const ids = new Map(rows.map(({ id, tenant_id, family, hash }) => [`${tenant_id} ${family} ${hash}`, id]))
  return (one) => ids.get(keyOf(one))
}

/** Stores one value and returns its id. */
export const internOne = async (query: Query, newId: () => string, named: Named): Promise<string> =>
  (await intern(query, newId, [named]))(named) as string

const { pending, waiting, inSync, accepted, clamped, refused, drifted, read } = PARAM_STATUS
/**
 * SQL condition: the reported value equals the wanted one in every field that it contains, except `reads` of the family (in `$9`). Fields
 * that the device did not report are not compared.
 */
const SAME = (family: string, wanted: string, reported: string): string =>
  `(select w.value @> t.value - array(select jsonb_array_elements_text($9::jsonb -> ${family}))
    from control_value w, control_value t where w.id = ${wanted} and t.id = ${reported})`
const ANSWERS = `unnest($1::bigint[], $2::text[], $3::bigint[], $4::boolean[], $5::text[], $6::float8[], $7::bigint[], $8::text[])
  as a (device_id, family, batch_id, ok, code, at, value_id, tenant_id)`
/** Locks the rows in a fixed order, so that two processes do not deadlock. */
const LOCK = `select 1 from control_param p join ${ANSWERS} on a.device_id = p.device_id and a.family = p.family order by p.device_id, p.family for update of p`

/**
 * SQL of the time of the next attempt: after 1 minute, doubled with each attempt up to 6 hours, with
 * a random variation of 20 % to spread the load.
 */
export const RETRY_AT = (attempts: string, now: string): string =>
  `${now}::timestamptz + least(power(2, ${attempts}), 360) * (0.8 + 0.4 * random()) * interval '1 minute'`

/**
 * Stores answers to `set`. Only an answer to the batch in `batch_id` changes the status; an answer
 * to an older batch only updates the reported value, unless a later one is known. LOCK has locked the rows, so their places stay; each pair of values is
 * compared once, because most devices of a batch answer the same.
 */
const SET = `
with found as materialized (
  select a.*, o.ctid as place, o.wanted_id, m.mine, a.value_id is not null and (m.mine or o.reported_at is null or o.reported_at <= to_timestamp(a.at / 1000)) as tells,
    a.code in ('invalidArgs', 'unsupported') as final
  from ${ANSWERS} join control_param o on o.device_id = a.device_id and o.family = a.family
  cross join lateral (select coalesce(o.batch_id = a.batch_id, false) as mine) m
), compared as materialized (
  select k.*, ${SAME('k.family', 'k.wanted_id', 'k.value_id')} as same from (select distinct family, wanted_id, value_id from found) k
), n as (
  select f.*, coalesce(c.same, false) as same from found f left join compared c on c.family = f.family and c.wanted_id = f.wanted_id and c.value_id = f.value_id
)
update control_param p set
  observed_gen = case when mine then p.wanted_gen else p.observed_gen end,
  reported_id = case when tells then n.value_id else p.reported_id end, reported_at = case when tells then to_timestamp(n.at / 1000) else p.reported_at end,
  status = case when not mine then p.status when not ok then case when final then ${refused} else ${waiting} end
    when n.value_id is null then ${accepted} when same then ${inSync} else ${clamped} end,
  code = case when not mine then p.code when ok then null else n.code end,
  drift = case when not mine then p.drift when not ok then final else n.value_id is not null and not same end,
  attempts = case when mine and not ok and not final then least(p.attempts + 1, 30) else p.attempts end,
  next_at = case when mine and not ok and not final then ${RETRY_AT('p.attempts + 1', '$10')} end
from n where p.ctid = n.place and (n.mine or n.tells)`

const IS_WANTED = SAME('p.family', 'p.wanted_id', 'excluded.reported_id')
/**
 * SQL condition: the family has an attachment (`$10`), and the device reports a value, although no value is wanted. A value counts if a
 * field is not empty; fields that are only read (`$9`) do not count.
 */
const UNASSIGNED = (family: string, reported: string): string =>
  `(${family} = any($10::text[]) and exists (select from control_value t cross join jsonb_each_text(t.value - array(select jsonb_array_elements_text($9::jsonb -> ${family}))) f
    where t.id = ${reported} and f.value <> ''))`
const IS_UNASSIGNED = UNASSIGNED('p.family', 'excluded.reported_id')
/**
 * Stores answers to `get` and `calibrate`: the reported value, and drift if it differs from the wanted value. A refused value stays refused: that the device
 * holds another one says nothing new. Without a wanted value, a reported one is drift if the family has an attachment (`UNASSIGNED`).
 */
const REPORTED = `
insert into control_param as p (device_id, family, tenant_id, reported_id, reported_at, status, drift)
select device_id, family, tenant_id, value_id, to_timestamp(at / 1000), case when s.unassigned then ${drifted} else ${read} end, s.unassigned
from ${ANSWERS} cross join lateral (select ${UNASSIGNED('family', 'value_id')} as unassigned) s where ok and value_id is not null
on conflict (device_id, family) do update set reported_id = excluded.reported_id, reported_at = excluded.reported_at,
  status = case when p.wanted_id is null then case when ${IS_UNASSIGNED} then ${drifted} else ${read} end when p.status in (${pending}, ${waiting}) then p.status
    when ${IS_WANTED} then ${inSync} when p.status = ${refused} then ${refused} else ${drifted} end,
  code = case when p.status not in (${pending}, ${waiting}) and ${IS_WANTED} then null else p.code end,
  drift = case when p.wanted_id is null then ${IS_UNASSIGNED} else p.status not in (${pending}, ${waiting}) and not coalesce(${IS_WANTED}, false) end
where p.reported_at is null or p.reported_at <= excluded.reported_at`

/**
 * Splits answers into turns in which a device answers for a family at most once. Of several answers to one batch only the last counts; answers to several
 * batches, sets and reads alike, are stored in the order in which they came: the last may be a late one to a batch that does not count any more.
 */
const turnsOf = <T extends Pick<ParamAnswer, 'deviceId' | 'family' | 'batchId'>>(answers: readonly T[]): T[][] => {
  const last = new Map<string, T>()
  for (const answer of answers) {
    const key = `${answer.deviceId} ${answer.family} ${answer.batchId}`
    last.delete(key)
    last.set(key, answer)
  }
  const turns: T[][] = []
  const counts = new Map<string, number>()
  for (const answer of last.values()) {
    const key = `${answer.deviceId} ${answer.family}`
    const turn = counts.get(key) ?? 0
    counts.set(key, turn + 1)
    const together = turns[turn] ?? []
    turns[turn] = together
    together.push(answer)
  }
  return turns
}

/** Returns a function that stores answers about parameter families in the transaction that changes the ledger. */
export const createParamAnswers = (platform: Platform) => (answers: readonly ParamAnswer[]) => async (query: Query) => {
  if (answers.length === 0) return
  const families = familiesIn(platform)
  // The devices of a message that answer the same share one object.
  const values = new Map<ParamValue, ParamValue | undefined>()
  const declaredIn = (family: ParamFamilyDefinition, held: ParamValue): ParamValue | undefined => {
    if (values.has(held)) return values.get(held)
    const declared = declaredValue(family, held)
    const value = Object.keys(declared).length > 0 ? declared : undefined
    values.set(held, value)
    return value
  }
  const reported = answers.flatMap((answer) => {
    const family = families.get(answer.family)
    return family ? [{ ...answer, value: answer.held && declaredIn(family, answer.held) }] : []
  })
  const idOf = await intern(
    query,
    platform.newId,
    reported.flatMap(({ tenantId, family, value }) => (value ? [{ tenantId, family, value }] : [])),
  )
  const reads = JSON.stringify(Object.fromEntries([...families].map(([name, family]) => [name, Object.keys(family.reads ?? {})])))
  const attached = arrayOf([...families.values()].filter(({ attachment }) => attachment).map(({ name }) => name))
  for (const turn of turnsOf(reported))
    for (const isSet of [true, false]) {
      const part = turn.filter(({ op }) => (op === 'set') === isSet)
      if (part.length === 0) continue
      const columns = [
        arrayOf(part.map(({ deviceId }) => deviceId)),
        arrayOf(part.map(({ family }) => family)),
        arrayOf(part.map(({ batchId }) => batchId)),
        arrayOf(part.map(({ ok }) => ok)),
        arrayOf(part.map(({ code }) => code)),
        arrayOf(part.map(({ at }) => at)),
        arrayOf(part.map(({ tenantId, family, value }) => (value ? idOf({ tenantId, family, value }) : undefined))),
        arrayOf(part.map(({ tenantId }) => tenantId)),
      ]
      await query(LOCK, columns)
      if (isSet) await query(SET, [...columns, reads, new Date(platform.clock.now())])
      else await query(REPORTED, [...columns, reads, attached])
    }
}
