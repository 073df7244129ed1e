import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import type { Query } from '@lamplight/server-kit'
import { HELD } from '../ledger/lane.ts'

/** first: the first devices have not ended · settling: they applied the value · reading: they are asked for it. */
export const WAVE_STATE = { first: 0, settling: 1, reading: 2, released: 3, stopped: 4 } as const
const SHARE = 0.01

/** True if a value of the family can cut devices off: always, or because one of its dangerous fields differs from what a device of the batch reported. */
const endangers = async (query: Query, batchId: string, { name, risky }: ParamFamilyDefinition, value: ParamValue): Promise<boolean> => {
  if (risky === undefined || risky === true) return risky === true
  const given = risky.filter((field) => value[field] !== undefined)
  if (given.length === 0) return false
  const rows = await query(
    `select from control_pack k cross join lateral unnest(k.device_ids) as d (id)
     left join control_param p on p.device_id = d.id and p.family = $2 left join control_value t on t.id = p.reported_id
     where k.batch_id = $1 and exists (select from unnest($3::text[]) as f (name) where t.value -> f.name is distinct from $4::jsonb -> f.name) limit 1`,
    [batchId, name, given, JSON.stringify(value)],
  )
  return rows.length > 0
}

export interface PackSize {
  readonly gateway_sn: string
  readonly n: number
}
/** The gateways of the first wave: at least one, and 1 % of the devices; online and small ones first. */
export const firstOf = (packs: readonly PackSize[]): readonly string[] => {
  const total = packs.reduce((sum, { n }) => sum + n, 0)
  const first: string[] = []
  let devices = 0
  for (const { gateway_sn, n } of packs) {
    if (devices >= Math.max(1, total * SHARE)) break
    first.push(gateway_sn)
    devices += n
  }
  return first
}
/** Number of devices of the first wave. */
export const firstDevices = (packs: readonly PackSize[]): number => {
  const first = firstOf(packs)
  return packs.reduce((sum, { gateway_sn, n }) => sum + (first.includes(gateway_sn) ? n : 0), 0)
}

/** A batch that is sent in waves if it is dangerous. */
export interface WavedBatch {
  readonly id: string
  readonly tenantId: string
  readonly userId: string | null
  readonly now: Date
  /** The value that it sets; null for a command, which is dangerous. */
  readonly sets: { readonly family: ParamFamilyDefinition; readonly value: ParamValue; readonly valueId: string } | null
}

/** The order in which gateways are chosen for the first wave, in SQL. */
export const FIRST_GATEWAYS = 'coalesce(g.online, false) desc, n, gateway_sn'

/**
 * Holds a batch back except for its first wave, if it is dangerous. Runs in the transaction that writes the batch. Returns the gateways
 * of the first wave; null if the whole batch is sent at once.
 */
export const holdBack = async (query: Query, { id, tenantId, userId, now, sets }: WavedBatch): Promise<readonly string[] | null> => {
  if (sets && !(await endangers(query, id, sets.family, sets.value))) return null
  const packs = await query<PackSize>(
    `select k.gateway_sn, cardinality(k.device_ids) as n from control_pack k left join devices_gateways g on g.sn = k.gateway_sn and g.tenant_id = k.tenant_id and g.holds_sn and not g.is_deleted
     where k.batch_id = $1 and k.gateway_sn <> '' order by ${FIRST_GATEWAYS}`,
    [id],
  )
  const gateways = firstOf(packs)
  const devices = (some: readonly PackSize[]): number => some.reduce((sum, { n }) => sum + n, 0)
  const rest = devices(packs.filter(({ gateway_sn }) => !gateways.includes(gateway_sn)))
  if (rest > 0) await query(`update control_work set lane = ${HELD} where batch_id = $1 and gateway_sn <> all($2::text[])`, [id, gateways])
  // A batch of one wave has a row too: it marks the batch as dangerous.
  await query(
    `insert into control_wave (batch_id, tenant_id, family, value_id, wanted_by, gateways, first, rest, state, next_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      tenantId,
      sets?.family.name ?? null,
      sets?.valueId ?? null,
      userId,
      gateways,
      devices(packs) - rest,
      rest,
      ...(rest > 0 ? [WAVE_STATE.first, now] : [WAVE_STATE.released, null]),
    ],
  )
  return gateways
}
