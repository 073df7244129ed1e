import { PreviewReturns, previewOfDevices } from '@lamplight/control/server'
import { commandsPort, FIRST_ROW_TYPE, TYPED_SEND, typedDevice } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { actionPermission, exampleId, pick } from '@lamplight/kit'
import { A, type Ctx, errors, idsIn, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { boxesPort, boxStrategy, linkageErrors } from '../model/index.ts'
import { argsOf, planBox, switchOf } from './box-plan.ts'
import { interfacesOf, templateWith } from './boxes.ts'
import { sendCommand } from './orders.ts'
import { typeSeen } from './types.ts'

const VIEW = `${boxStrategy.code}_view`
const ALSO = ['alarm_linkage_view', 'road_cabinet_view']

/** boxtemplate.getAll. Written by hand, as are the others: templates are products of road cabinets, and their interfaces are commands of units. */
export const boxTemplates = route({
  method: 'GET',
  path: '/api/blade-strategy/boxtemplate/getAll',
  summary: ['全部箱体模板', 'All box templates'],
  permission: VIEW,
  orPermissions: ALSO,
  returns: A.list(A.of({ id: A.id, boxTemplateId: A.id, name: A.text, model: A.text, unitCount: A.int })),
  handler: async ({ ctx }) =>
    (await ctx.platform.port(boxesPort).templates(ctx)).map(({ id, name, model, units }) => ({
      id,
      boxTemplateId: id,
      name,
      model,
      unitCount: units.length,
    })),
})

export const boxInterfaces = route({
  method: 'GET',
  path: '/api/blade-strategy/boxtemplateinterface/getByBoxTemplateId',
  summary: ['箱体模板的接口', 'Interfaces of a box template'],
  example: { query: { boxTemplateId: exampleId('roadcabinets.product') } },
  permission: VIEW,
  orPermissions: ALSO,
  query: T.Object({ boxTemplateId: T.String({ pattern: '^[0-9]{1,19}$' }) }),
  returns: A.list(
    A.of({
      id: A.text,
      interfaceId: A.text,
      name: A.text,
      unit: A.text,
      cmd: A.text,
      devType: A.int,
      /** 1: the values are 0 and 1; 0: the value is a JSON object. */
      onOff: A.int,
    }),
  ),
  handler: async ({ ctx, query }) =>
    (await interfacesOf(ctx, await templateWith(ctx, query.boxTemplateId, 'boxTemplateId'))).map(({ interfaceId, unit, cmd, type }) => ({
      id: interfaceId,
      interfaceId,
      unit: unit.code,
      cmd,
      devType: type.code,
      name: `${unit.name} ${pick(type.commands[cmd]?.label ?? [cmd, cmd], ctx.lang)}`,
      onOff: switchOf(type, cmd) === null ? 0 : 1,
    })),
})

const outside = route({
  method: 'GET',
  path: '/api/blade-strategy/outsidedevtemplate/getByDevType',
  summary: ['外接设备模板', 'Templates of external devices'],
  example: { query: { devType: FIRST_ROW_TYPE } },
  permission: VIEW,
  orPermissions: ALSO,
  query: T.Object({ devType: T.Optional(T.Integer({ minimum: 1, maximum: 32_767 })) }),
  returns: A.list(
    A.of({
      devType: A.int,
      name: A.text,
      boxTemplateId: A.id,
      boxTemplateName: A.text,
      unit: A.text,
      unitName: A.text,
      interfaces: A.list(A.of({ interfaceId: A.text, name: A.text })),
    }),
  ),
  handler: async ({ ctx, query }) => {
    if (query.devType !== undefined && query.devType < FIRST_ROW_TYPE && !(await typeSeen(ctx.platform, ctx.query, query.devType)))
      throw errors.badParameter({ field: 'devType' }, 'devType')
    const found = []
    for (const template of await ctx.platform.port(boxesPort).templates(ctx)) {
      const known = await interfacesOf(ctx, template)
      for (const unit of template.units) {
        if (query.devType !== undefined && unit.devType !== query.devType) continue
        const type = await typeSeen(ctx.platform, ctx.query, unit.devType)
        found.push({
          devType: unit.devType,
          name: type ? pick(type.label, ctx.lang) : '',
          boxTemplateId: template.id,
          boxTemplateName: template.name,
          unit: unit.code,
          unitName: unit.name,
          interfaces: known
            .filter((one) => one.unit.code === unit.code)
            .map((one) => ({
              interfaceId: one.interfaceId,
              name: pick(one.type.commands[one.cmd]?.label ?? [one.cmd, one.cmd], ctx.lang),
            })),
        })
      }
    }
    return found
  },
})

const EXAMPLE = {
  boxTemplateId: exampleId('roadcabinets.product'),
  ids: exampleId('roadcabinets.cabinet'),
  interfaceId: 'HEATER.heat',
}
const TARGET = {
  boxTemplateId: T.String({ pattern: '^[0-9]{1,19}$' }),
  ids: T.Union([T.String(), T.Array(T.String())], { description: '机柜 / cabinets, comma-joined or an array' }),
  interfaceId: T.String({ minLength: 1, maxLength: 45 }),
}
interface BoxOrder {
  readonly boxTemplateId: string
  readonly ids: string | string[]
  readonly interfaceId: string
}
/** The command to an interface of cabinets and its units. `value` null: any value that the interface takes, to count the units. */
const planOf = async (ctx: Ctx, { boxTemplateId, ids, interfaceId }: BoxOrder, value: string | null) => {
  const boxes = ctx.platform.port(boxesPort)
  const chosen = { ids: idsIn(ids, 'ids'), field: 'ids' }
  const template = await templateWith(ctx, boxTemplateId, 'boxTemplateId')
  const known = (await interfacesOf(ctx, template)).find((one) => one.interfaceId === interfaceId)
  if (!known) throw linkageErrors.noInterface({ id: interfaceId.slice(0, 45) }, 'interfaceId')
  const { type, cmd, unit } = known
  if (value !== null && argsOf(type, cmd, value) === undefined) throw errors.badParameter({ field: 'value' }, 'value')
  const cabinetIds = await boxes.cabinets(ctx, template.id, chosen)
  return { type, cmd, unit, units: await boxes.units(ctx.query, ctx.tenantId, template.id, { cabinetIds }) }
}

/**
 * A command to one interface of cabinets: one batch, which is a box record. Written by hand: it names the interface and its value as box strategies do,
 * where `integrated_device/send/function` names devices and arguments.
 */
export const boxSend = route({
  method: 'POST',
  path: '/api/blade-strategy/boxcontrol/send',
  summary: ['箱体控制', 'Switch an interface of cabinets'],
  example: { body: { ...EXAMPLE, value: '1' } },
  permission: actionPermission(typedDevice, TYPED_SEND),
  body: T.Object({ ...TARGET, value: T.String({ minLength: 1, maxLength: 200 }) }),
  returns: BatchReturns,
  handler: async ({ ctx, headers, body }) => {
    const { interfaceId, value } = body
    const { units } = await planOf(ctx, body, value)
    const [action] = await planBox(ctx.platform, units, [{ interfaceId, value }])
    if (!action) throw linkageErrors.noInterface({ id: interfaceId }, 'ids')
    const request = ctx.platform.port(commandsPort).requestOf(ctx, headers as RouteInput['headers'], 'boxcontrol.send', body)
    return sendCommand(ctx, action, action.deviceIds.split(','), request)
  },
})

/** Counts the units that the command reaches, for the question before it is sent. */
export const boxAffected = route({
  method: 'POST',
  path: '/api/blade-strategy/boxcontrol/reach',
  summary: ['箱体控制影响范围', 'Preview of a command to cabinets'],
  example: { body: EXAMPLE },
  permission: actionPermission(typedDevice, TYPED_SEND),
  body: T.Object(TARGET),
  returns: PreviewReturns,
  handler: async ({ ctx, body }) => {
    const { type, cmd, unit, units } = await planOf(ctx, body, null)
    const ids = units.filter((one) => one.code === unit.code).map((one) => one.deviceId)
    return previewOfDevices(ctx, type, ids, type.commands[cmd]?.risky !== undefined)
  },
})

export const boxRoutes: readonly Route[] = [boxTemplates, boxInterfaces, outside, boxSend, boxAffected]
