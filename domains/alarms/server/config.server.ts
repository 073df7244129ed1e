import { deviceTypesPort, FIRST_ROW_TYPE, LAMP_CONTROLLER } from '@lamplight/devices/model'
import { seenDevices } from '@lamplight/devices/server'
import { exampleId, permissionOf } from '@lamplight/kit'
import {
  A,
  type Ctx,
  changeRow,
  errors,
  fieldError,
  idsIn,
  inTransaction,
  onServer,
  refuseUnseen,
  route,
  T,
  tableOf,
} from '@lamplight/server-kit'
import { CONFIGS_CHANGED } from '../model/events.ts'
import { alarmConfig, alarmTemplate } from '../model/index.ts'
import { type SentLimit, sendHeldLimits } from './held-limits.ts'

/** Throws an error that names the field unless the device type has such a numeric property, and the clear value lies on the right side. */
const check = async (ctx: Ctx, row: Readonly<Record<string, unknown>>): Promise<void> => {
  const types = ctx.platform.port(deviceTypesPort)
  const code = Number(row.devType)
  if (code >= FIRST_ROW_TYPE) await types.need([code])
  const property = types.typeOf(code)?.properties[String(row.property)]
  if (!types.typeOf(code)) throw fieldError('devType', ['设备类型不存在', 'is not a device type'], ctx.lang)
  if (!property || (property.type !== undefined && property.type !== 'number'))
    throw fieldError('property', ['该设备类型没有此数值属性', 'is not a number that devices of this type report'], ctx.lang)
  const clear = row.clearValue
  if (clear === null || clear === undefined || clear === '') return
  const isHigh = Number(row.operator) <= 2
  if (isHigh ? Number(clear) > Number(row.value) : Number(clear) < Number(row.value))
    throw fieldError('clearValue', ['应在阈值的另一侧', 'must be on the other side of the limit'], ctx.lang)
}

/** Throws an error that names the field unless these are devices of the type that the user sees. */
const refuseUnseenDevices = async (ctx: Ctx, ids: readonly string[], devType: number): Promise<void> => {
  const params: unknown[] = [ids, devType]
  const rows = await ctx.query(
    `select from devices_registered r where r.device_id = any($1::bigint[]) and r.type = $2${seenDevices(ctx, params, { among: '= any($1::bigint[])' })}`,
    params,
  )
  if (rows.length !== new Set(ids).size) throw fieldError('deviceIds', ['不是该类型的设备', 'are no devices of this type'], ctx.lang)
}

export const templateServer = onServer(alarmTemplate, {
  beforeWrite: async ({ ctx, draft, old }) => {
    await check(ctx, { ...old, ...draft })
    return draft
  },
})
export const configServer = onServer(alarmConfig, {
  beforeWrite: async ({ ctx, draft, old }) => {
    await check(ctx, { ...old, ...draft })
    const { deviceIds, devType } = { ...old, ...draft } as { deviceIds?: string | null; devType: number }
    if (draft.deviceIds) await refuseUnseenDevices(ctx, idsIn(deviceIds, 'deviceIds'), devType)
    return draft
  },
  afterWrite: async ({ ctx }) => ctx.emit(CONFIGS_CHANGED, {}),
  beforeRemove: async ({ ctx, query, rows }) => {
    ctx.emit(CONFIGS_CHANGED, {})
    const ids = rows.map(({ id }) => id)
    await query('delete from alarms_pending where config_id = any($1::bigint[])', [ids])
  },
})

/**
 * Throws an error that names the field if a configuration is for another device type than `devType`, or if the group has no devices of the
 * type of a configuration.
 */
const refuseOtherTypes = async (
  ctx: Ctx,
  configs: readonly string[],
  { devType, groupId }: { readonly devType?: number; readonly groupId?: string },
): Promise<void> => {
  const rows = await ctx.query<{ name: string; type: number }>(
    `select name, dev_type::int as type from ${tableOf(alarmConfig)} where id = any($1::bigint[]) order by id`,
    [configs],
  )
  const other = devType === undefined ? undefined : rows.find(({ type }) => type !== devType)
  if (other)
    throw fieldError('devType', [`告警配置“${other.name}”属于其他设备类型`, `is not the type of the configuration ${other.name}`], ctx.lang)
  if (!groupId) return
  // The type of a group of product devices is none of theirs, so the types of its members count too.
  const held = await ctx.query<{ type: number }>(
    `select coalesce(dev_type, ${LAMP_CONTROLLER})::int as type from devices_groups where id = $1
     union select r.type::int from devices_group_members m join devices_registered r on r.device_id = m.device_id where m.group_id = $1`,
    [groupId],
  )
  const foreign = rows.find(({ type }) => !held.some((one) => one.type === type))
  if (foreign)
    throw fieldError(
      'groupId',
      [`分组的设备类型与告警配置“${foreign.name}”不同`, `has devices of another type than the configuration ${foreign.name}`],
      ctx.lang,
    )
}

const Ids = T.Optional(T.String({ maxLength: 100_000, description: 'comma-joined' }))
/**
 * Binds configurations to devices or to a group and enables them. The platform compares the reports of these devices from then on; devices
 * that watch the property themselves get the limit too. Written by hand: it changes several rows by one selection.
 */
export const sendConfigs = route({
  method: 'POST',
  path: '/api/blade-alarm/alarm/config/send',
  summary: ['下发告警配置', 'Bind alarm configurations to devices'],
  example: { body: { alarmConfigIds: exampleId(alarmConfig.name), groupId: exampleId('devices.group') } },
  permission: permissionOf(alarmConfig, 'submit'),
  body: T.Object({
    alarmConfigIds: T.String({ minLength: 1, maxLength: 2000 }),
    devIds: Ids,
    devType: T.Optional(T.Integer()),
    groupId: T.Optional(T.String({ pattern: '^[0-9]{0,19}$' })),
  }),
  /** `sent`: number of devices that watch the property themselves and got the limit. */
  returns: A.of({ count: A.int, sent: A.int }),
  handler: async ({ ctx, body }) => {
    const configs = idsIn(body.alarmConfigIds, 'alarmConfigIds')
    const devices = body.devIds ? idsIn(body.devIds, 'devIds') : []
    if (devices.length === 0 && !body.groupId) throw errors.missingParameter({ field: 'devIds' }, 'devIds')
    if (body.groupId) await refuseUnseen(ctx, ctx.query, 'devices.group', [body.groupId], 'groupId')
    await refuseUnseen(ctx, ctx.query, alarmConfig.name, configs, 'alarmConfigIds')
    await refuseOtherTypes(ctx, configs, body)
    return inTransaction(ctx, async (inside) => {
      for (const id of configs)
        await changeRow(inside, alarmConfig, {
          id,
          enable: 1,
          ...(devices.length > 0 && { deviceIds: devices.join() }),
          ...(body.groupId && { groupId: body.groupId }),
        })
      const limits = await inside.query<SentLimit>(
        `select dev_type::int as "devType", property, operator::int as operator, value::float8 as value from ${tableOf(alarmConfig)}
         where id = any($1::bigint[]) order by id`,
        [configs],
      )
      return {
        count: configs.length,
        sent: await sendHeldLimits(inside, limits, { deviceIds: devices, groupId: body.groupId || undefined }),
      }
    })
  },
})
