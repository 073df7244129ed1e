import { REGISTRY_CHANGED } from '@lamplight/devices/model'
import { type Ctx, changedEach, errors, inTransaction, type Query } from '@lamplight/server-kit'

/** Accessories that state the power model of lamps, with the column of the lamp that names them. */
const PARTS = {
  constantCurrentSourceId: { table: 'lighting_constant_current_source', column: 'constant_current_source_id', what: 'setSource' },
  capConfigId: { table: 'lighting_lamp_cap', column: 'cap_config_id', what: 'setCap' },
} as const
export type Part = keyof typeof PARTS
interface PowerModel {
  readonly name: string
  readonly power: number | null
  readonly minLevel: number | null
  readonly minPower: number | null
  readonly powerTolerance: number | null
}
const TOLD = 50

/** Returns name and power model of an accessory. Throws a 400 that names the field if the tenant has no such accessory. */
const modelOf = async (query: Query, part: Part, id: string): Promise<PowerModel> => {
  const [found] = await query<PowerModel & object>(
    `select name, power, min_level as "minLevel", min_power as "minPower", power_tolerance as "powerTolerance" from ${PARTS[part].table}
     where id = $1 and not is_deleted`,
    [id],
  )
  if (!found) throw errors.badParameter({ field: part }, part)
  return found
}

/** Assigns an accessory to the lamps of controllers; values that it states replace those of the lamps. @returns the number of controllers. */
export const assignPart = (outer: Ctx, part: Part, partId: string, controllerIds: readonly string[]): Promise<{ count: number }> =>
  inTransaction(outer, async (ctx) => {
    const { query } = ctx
    const { column, what } = PARTS[part]
    const model = await modelOf(query, part, partId)
    const lamps = await query<{ name: string; was: number | null; now: number | null }>(
      `with old as (select id, power from lighting_lamp where controller_id = any($1) and not is_deleted)
       update lighting_lamp l set ${column} = $2, power = coalesce($3, l.power), min_level = coalesce($4, l.min_level),
         min_power = coalesce($5, l.min_power), power_tolerance = coalesce($6, l.power_tolerance), update_user = $7, update_time = now()
       from old where l.id = old.id returning l.name, old.power as was, l.power as now`,
      [controllerIds, partId, model.power, model.minLevel, model.minPower, model.powerTolerance, ctx.user.id],
    )
    const { before, after } = changedEach(lamps.slice(0, TOLD).map(({ name, was, now }) => [name, was, now]))
    const detail = { before, after: { [part]: model.name, ...after }, lamps: lamps.length }
    const target = controllerIds.slice(0, TOLD).join(',')
    const sns = await query<{ sn: string }>('select sn from lighting_controller where id = any($1)', [controllerIds])
    ctx.emit(
      REGISTRY_CHANGED,
      sns.map(({ sn }) => sn),
    )
    await ctx.audit({ what: `lighting.controller.${what}`, target, count: controllerIds.length, detail }, query)
    return { count: controllerIds.length }
  })

type Draft = Readonly<Record<string, unknown>>
/** Fills the power model of a lamp whose accessory changes, except for values that the same write changes. */
export const withPartsOf = async (query: Query, draft: Draft, old: object | null): Promise<Draft> => {
  let filled = draft
  const before = (old ?? {}) as Draft
  for (const part of Object.keys(PARTS) as Part[]) {
    const id = draft[part]
    if (typeof id !== 'string' || id === before[part]) continue
    const { name: _name, ...model } = await modelOf(query, part, id)
    const open = Object.entries(model).filter(([key, value]) => value !== null && (draft[key] ?? null) === (before[key] ?? null))
    filled = { ...filled, ...Object.fromEntries(open) }
  }
  return filled
}
