import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import type { Query } from '@lamplight/server-kit'
import { HELD } from './lane.ts'

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

interface PackSize {
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

/**
 * Holds a batch back except for its first wave, if its value is dangerous. Runs in the transaction that writes the batch. Returns the gateways
 * of the first wave; null if the whole batch is sent at once.
 */
export const holdBack = async (
  query: Query,
  batch: {
    readonly id: string
    readonly tenantId: string
    readonly family: ParamFamilyDefinition
    readonly value: ParamValue
    readonly valueId: string
    readonly userId: string | null
    readonly now: Date
  },
): Promise<readonly string[] | null> => {
  const { id, tenantId, family, value, valueId, userId, now } = batch
  if (!(await endangers(query, id, family, value))) return null
  const packs = await query<PackSize>(
    `select k.gateway_sn, cardinality(k.device_ids) as n from control_pack k left join devices_gateways g on g.sn = k.gateway_sn and g.tenant_id = k.tenant_id and g.holds_sn and not g.is_deleted
     where k.batch_id = $1 and k.gateway_sn <> '' order by coalesce(g.online, false) desc, n, k.gateway_sn`,
    [id],
  )
  const gateways = firstOf(packs)
  if (gateways.length === packs.length) return gateways
  const first = packs.reduce((sum, { gateway_sn, n }) => sum + (gateways.includes(gateway_sn) ? n : 0), 0)
  const rest = packs.reduce((sum, { n }) => sum + n, 0) - first
  await query(`update control_work set lane = ${HELD} where batch_id = $1 and gateway_sn <> all($2::text[])`, [id, gateways])
  await query(
    `insert into control_wave (batch_id, tenant_id, family, value_id, wanted_by, gateways, first, rest, next_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, tenantId, family.name, valueId, userId, gateways, first, rest, now],
  )
  return gateways
}
