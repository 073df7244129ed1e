import { devicePlace, membersOfGroup, seenDevices } from '@lamplight/devices/server'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { type Ctx, errors, fieldError, T } from '@lamplight/server-kit'
import type { Reader } from '../calls/wire-input.ts'
import { familiesIn } from './param-answers.ts'
import { typesOf } from './param-send.ts'

const MOST_SERIALS = 10_000
const SERIAL_LENGTH = 64

/** The devices of a call about one family: chosen ids, a group, a sheet of serial numbers, or a filter; together they must all match. */
export const TARGET = {
  family: T.String({ maxLength: 32 }),
  ids: T.Optional(T.Union([T.String(), T.Array(T.String())], { description: '设备 id，逗号分隔或数组 / comma-joined or an array' })),
  groupId: T.Optional(T.String()),
  sns: T.Optional(
    T.Union([T.String(), T.Array(T.String({ maxLength: SERIAL_LENGTH }), { maxItems: MOST_SERIALS })], {
      description: '序列号，逗号分隔或数组 / serial numbers, comma-joined or an array',
    }),
  ),
  projectId: T.Optional(T.String()),
  areaId: T.Optional(T.String()),
  keyword: T.Optional(T.String({ maxLength: 80, description: '名称或序列号 / part of a name or serial number' })),
  deviceType: T.Optional(T.Integer({ minimum: 0, maximum: 32_767, description: '设备类型代码 / code of the device type' })),
  status: T.Optional(T.Integer({ minimum: 0, maximum: 7, description: 'control_param.status' })),
  drift: T.Optional(T.Integer({ minimum: 0, maximum: 1, description: '1: only devices that hold something else than what is wanted' })),
  reportedId: T.Optional(
    T.String({ description: '上报值的 id，见 spread；0：未上报 / id of a reported value of `spread`; 0: not reported' }),
  ),
}

/** Returns the declared family of a call. Throws an error that names the parameter. */
export const familyIn = (ctx: Ctx, reader: Reader): ParamFamilyDefinition => {
  const name = reader.text('family', 32)
  if (name === null) throw errors.missingParameter({ field: 'family' }, 'family')
  const family = familiesIn(ctx.platform).get(name)
  if (!family) throw errors.badParameter({ field: 'family' }, 'family')
  return family
}

/** Throws if an order names a choice and leaves it empty: taken as absent, it would choose every device. */
export const assertChoice = ({ input }: Reader): void => {
  const field = Object.keys(TARGET).find((name) => input[name] === '' || input[name] === null)
  if (field) throw errors.missingParameter({ field }, field)
}

const serialsIn = (ctx: Ctx, reader: Reader): readonly string[] | null => {
  const given = reader.input.sns
  const sns = typeof given === 'string' ? given.split(',') : given
  if (sns === undefined || sns === null) return null
  const isValid =
    Array.isArray(sns) && sns.length > 0 && sns.every((sn) => typeof sn === 'string' && sn !== '' && sn.length <= SERIAL_LENGTH)
  if (!isValid || sns.length > MOST_SERIALS)
    throw fieldError('sns', [`应为 1 到 ${MOST_SERIALS} 个序列号`, `must have 1 to ${MOST_SERIALS} serial numbers`], ctx.lang)
  return [...new Set(sns as string[])]
}

/** SQL of the chosen devices that the user sees, after `select …`: the registry `r`, their row `p` of the family if they have one, and its values. */
export interface ChosenDevices {
  readonly family: ParamFamilyDefinition
  readonly from: string
  readonly params: readonly unknown[]
  readonly sns: readonly string[] | null
  readonly groupId: string | null
}
export const chosenDevices = async (ctx: Ctx, reader: Reader): Promise<ChosenDevices> => {
  const family = familyIn(ctx, reader)
  const types = typesOf(ctx.platform, family)
  const params: unknown[] = [family.name, types.map(({ code }) => code)]
  const where = ['r.type = any($2::smallint[])']
  const groupId = reader.id('groupId')
  const members = groupId === null ? null : await membersOfGroup(ctx, groupId, types)
  const ids = reader.ids('ids')
  const chosen = ids && members ? ids.filter((id) => members.includes(id)) : (ids ?? members)
  const among = chosen ? `= any($${params.push(chosen)}::bigint[])` : ''
  if (among) where.push(`r.device_id ${among}`)
  const sns = serialsIn(ctx, reader)
  if (sns) where.push(`r.sn = any($${params.push(sns)}::text[])`)
  for (const field of ['projectId', 'areaId'] as const) {
    const id = reader.id(field)
    if (id !== null) where.push(`(${devicePlace(ctx, field)}) = $${params.push(id)}`)
  }
  const keyword = reader.text('keyword', 80)
  if (keyword !== null) {
    const at = params.push(keyword.toLowerCase())
    where.push(`(strpos(lower(r.sn), $${at}) > 0 or strpos(lower(r.name), $${at}) > 0)`)
  }
  const type = reader.int('deviceType', 0, 32_767)
  if (type !== null) where.push(`r.type = $${params.push(type)}`)
  const status = reader.int('status', 0, 7)
  if (status !== null) where.push(`p.status = $${params.push(status)}`)
  if (reader.int('drift', 0, 1) === 1) where.push('p.drift')
  const reportedId = reader.input.reportedId === '0' ? '0' : reader.id('reportedId')
  if (reportedId !== null) where.push(reportedId === '0' ? 'p.reported_id is null' : `p.reported_id = $${params.push(reportedId)}`)
  const code = types.length === 1 ? types[0]?.code : undefined
  const from = `from devices_registered r left join control_param p on p.device_id = r.device_id and p.family = $1
    left join devices_gateways g on g.id = r.gateway_id left join control_value w on w.id = p.wanted_id left join control_value t on t.id = p.reported_id
    where ${where.join(' and ')}${seenDevices(ctx, params, { among, code })}`
  return { family, from, params, sns, groupId }
}
