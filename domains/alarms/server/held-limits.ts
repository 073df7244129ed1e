import { sendParam, valuesOfDevices } from '@lamplight/control/server'
import { deviceTypesPort } from '@lamplight/devices/model'
import { seenDevices } from '@lamplight/devices/server'
import { modelOf } from '@lamplight/fields/model'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type Ctx, fieldError, mayUse, registryPort } from '@lamplight/server-kit'

/** The last operator for values that are too high; the operators after it are for values that are too low (`OPERATORS`). */
const LAST_OVER = 2

export interface SentLimit {
  readonly devType: number
  readonly property: string
  readonly operator: number
  readonly value: number
}
interface Held {
  readonly family: ParamFamilyDefinition
  readonly field: string
}

/** The field of a parameter family in which devices of the type hold this limit; undefined if only the platform watches the property. */
const heldBy = (ctx: Ctx, { devType, property, operator }: SentLimit): Held | undefined => {
  const type = ctx.platform.port(deviceTypesPort).typeOf(devType)
  for (const family of ctx.platform.port(registryPort).slices.flatMap(({ families = [] }) => families)) {
    const { over, under } = (type && family.types.includes(type.name) && family.watches?.[property]) || {}
    const field = operator <= LAST_OVER ? over : under
    if (field && family.ops.includes('set')) return { family, field }
  }
  return undefined
}

const initialOf = ({ fields }: ParamFamilyDefinition): ParamValue =>
  Object.fromEntries(Object.entries(fields).map(([name, { options }]) => [name, options.initial])) as ParamValue

/** The devices of the type among these, or in the group, that the user sees. */
const devicesOf = async (ctx: Ctx, devType: number, { deviceIds, groupId }: Targets): Promise<string[]> => {
  const params: unknown[] = [devType, groupId ? groupId : deviceIds]
  const among = groupId ? 'in (select m.device_id from devices_group_members m where m.group_id = $2)' : '= any($2::bigint[])'
  const rows = await ctx.query<{ id: string }>(
    `select r.device_id::text as id from devices_registered r where r.type = $1 and r.device_id ${among}${seenDevices(ctx, params, { among })} order by r.device_id`,
    params,
  )
  return rows.map(({ id }) => id)
}
interface Targets {
  readonly deviceIds: readonly string[]
  readonly groupId?: string
}

/**
 * Sends limits to the devices that watch the property themselves: changes the one field of the limit in the parameter value that each
 * device shall have. It leaves limits to the platform that no parameter family holds, or whose family the user may not set. Returns the
 * number of devices to which a limit was sent.
 */
export const sendHeldLimits = async (ctx: Ctx, limits: readonly SentLimit[], targets: Targets): Promise<number> => {
  const reached = new Set<string>()
  for (const limit of limits) {
    const held = heldBy(ctx, limit)
    if (!held || !mayUse(ctx.user, `${held.family.code}_set`)) continue
    const { family, field } = held
    const options = family.fields[field]
    const wrong = options && modelOf(options).check(limit.value, options.options)
    if (wrong) throw fieldError('alarmConfigIds', wrong, ctx.lang)
    const ids = await devicesOf(ctx, limit.devType, targets)
    const values = await valuesOfDevices(ctx.query, family, ids)
    // Devices that shall have the same value get it in one batch.
    const same = Map.groupBy(ids, (id) => JSON.stringify({ ...initialOf(family), ...values.get(id), [field]: limit.value }))
    for (const [value, own] of same) {
      await sendParam(ctx, { family, op: 'set', value: JSON.parse(value) as ParamValue, again: null }, own, null)
      for (const id of own) reached.add(id)
    }
  }
  return reached.size
}
