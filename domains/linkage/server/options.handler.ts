import { type Field, pick } from '@lamplight/kit'
import { A, type Ctx, errors, type Route, route, T } from '@lamplight/server-kit'
import { linkageTemplate } from '../model/index.ts'
import { devicesSeen } from './devices.ts'
import { mayCommand } from './orders.ts'
import { typeSeen } from './types.ts'

const VIEW = `${linkageTemplate.code}_view`
const SIZE = 200
const Type = T.Integer({ minimum: 1, maximum: 32_767 })
const keyword = T.Optional(T.String({ maxLength: 64, description: '编号或名称 / part of the serial number or name' }))
const Device = A.of({ id: A.id, sn: A.text, name: A.text, devType: A.int, devTypeName: A.text })

const devicesOf = async (ctx: Ctx, code: number, text: string | undefined, field: string) => {
  const type = await typeSeen(ctx.platform, ctx.query, code)
  if (!type) throw errors.badParameter({ field }, field)
  const rows = await devicesSeen(ctx, { types: [code], most: SIZE, ...(text ? { keyword: text } : {}) })
  return rows.map(({ id, sn, name }) => ({ id, sn, name, devType: code, devTypeName: pick(type.label, ctx.lang) }))
}

/** linkage.ToggleDev. Written by hand, as are the others: the devices of a type are no rows of one resource. */
const toggleDev = route({
  method: 'GET',
  path: '/api/blade-strategy/linkage/ToggleDev',
  summary: ['可触发联动的设备', 'Devices that can trigger a linkage'],
  example: { query: { toggleDevType: 4 } },
  permission: VIEW,
  orPermissions: ['linkage_instance_view'],
  query: T.Object({ toggleDevType: Type, keyword }),
  returns: A.list(Device),
  handler: ({ ctx, query }) => devicesOf(ctx, query.toggleDevType, query.keyword, 'toggleDevType'),
})

const devList = route({
  method: 'GET',
  path: '/api/blade-strategy/linkage/instance/dev/list',
  summary: ['联动可执行的设备', 'Devices that a linkage can command'],
  example: { query: { devType: 4 } },
  permission: VIEW,
  orPermissions: ['linkage_instance_view'],
  query: T.Object({ devType: Type, keyword }),
  returns: A.list(Device),
  handler: ({ ctx, query }) => devicesOf(ctx, query.devType, query.keyword, 'devType'),
})

/** Devices by id with their names, for forms: `ids` of any types. */
export const named = route({
  method: 'GET',
  path: '/api/blade-strategy/linkage/instance/dev/names',
  summary: ['联动设备的名称', 'Names of devices of a linkage'],
  example: { query: { devTypes: '4', ids: '1' } },
  permission: 'linkage_instance_view',
  query: T.Object({
    devTypes: T.String({ pattern: '^[0-9]{1,5}(,[0-9]{1,5}){0,19}$' }),
    ids: T.String({ pattern: '^([0-9]{1,19}(,[0-9]{1,19}){0,999})?$' }),
  }),
  returns: A.list(A.of({ id: A.id, sn: A.text, name: A.text, devType: A.int })),
  handler: async ({ ctx, query }) => {
    const types = query.devTypes.split(',').map(Number)
    const rows = await devicesSeen(ctx, { types, ids: query.ids.split(',').filter(Boolean), most: 1000 })
    return rows.map(({ type, ...row }) => ({ ...row, devType: type }))
  },
})

/** The commands of a type with their inputs, for the form of the actions. Everybody may read definitions; they have no data of devices. */
const commands = route({
  method: 'GET',
  path: '/api/blade-strategy/linkage/commands',
  summary: ['设备类型的指令', 'Commands of a device type'],
  example: { query: { devType: 4 } },
  permission: VIEW,
  orPermissions: ['linkage_instance_view', 'alarm_linkage_view'],
  query: T.Object({ devType: Type }),
  returns: A.list(
    A.of({ cmd: A.text, label: A.list(A.text), allowed: A.int, input: A.list(A.of({ name: A.text, kind: A.text, options: A.open })) }),
  ),
  handler: async ({ ctx, query }) => {
    const type = await typeSeen(ctx.platform, ctx.query, query.devType)
    if (!type) throw errors.badParameter({ field: 'devType' }, 'devType')
    return Object.entries(type.commands).map(([cmd, { label, input = {} }]) => ({
      cmd,
      label: [...label],
      allowed: mayCommand(ctx, type, cmd) ? 1 : 0,
      input: Object.entries<Field>(input).map(([name, { kind, options }]) => ({ name, kind, options })),
    }))
  },
})

export const optionRoutes: readonly Route[] = [toggleDev, devList, named, commands]
