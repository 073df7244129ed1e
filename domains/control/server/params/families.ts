import type { BatchAnswer } from '@lamplight/devices/model'
import { BatchReturns, membersOfGroup } from '@lamplight/devices/server'
import {
  exampleDevice,
  exampleId,
  type FamilyCall,
  inSentence,
  type MenuItem,
  type ParamFamilyDefinition,
  type ParamOp,
  type Permission,
  type ResourceDefinition,
  snake,
  type Text,
} from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import {
  type Ctx,
  errors,
  exampleFields,
  fieldError,
  idsIn,
  inputIn,
  onServer,
  type Query,
  type ResourceServer,
  type Route,
  type ServerImplementation,
  type ServerSlice,
  T,
  tableOf,
} from '@lamplight/server-kit'
import { controlErrors, orderFault, PARAM_OP_TEXTS, settableValue, templateOf } from '../../model/index.ts'
import { createReader, inputOf, type Reader } from '../calls/wire-input.ts'
import { groupIn, repeatedBy } from '../ledger/again.ts'
import { requestOf } from '../ledger/create-batch.ts'
import { dataRoutes } from './param-data.handler.ts'
import { onlySecrets, sealSecrets } from './param-secrets.ts'
import { type ParamOrder, sendParam, typesOf } from './param-send.ts'

const CONTROLLERS = 'controllerIds'
const PRESET = 'templateId'
const BODY_LIMIT = 4 * 1024 * 1024
const ids = T.Optional(T.Union([T.String(), T.Array(T.String())], { description: '逗号分隔或数组 / comma-joined or an array' }))
const again = { againCommandRecordId: T.Optional(T.String()), batchId: T.Optional(T.String()) }
/** A call of a family with its address. */
interface Address extends FamilyCall {
  readonly method: 'GET' | 'POST'
  /** Below `/api/`. */
  readonly path: string
}
/** The permission that an operation of a family needs. */
export const rightOf = ({ code }: ParamFamilyDefinition, op: ParamOp): string => `${code}_${op === 'get' ? 'read' : 'set'}`

/** A call with its family and the resource of the presets. */
interface ParamCall extends Address {
  readonly family: ParamFamilyDefinition
  readonly template: ResourceDefinition | undefined
}

/** Device ids of a call: given ids, members of a group, or the failed devices of a retried record. */
const devicesIn = async (
  ctx: Ctx,
  reader: Reader,
  family: ParamFamilyDefinition,
  { op, target, ids: name = CONTROLLERS, type }: FamilyCall,
): Promise<{ readonly ids: string[] } & Pick<ParamOrder, 'again' | 'groupId'>> => {
  if (target === 'group') {
    const groupId = groupIn(reader)
    const types = typesOf(ctx.platform, family).filter((one) => (type ?? one.name) === one.name)
    return { ids: await membersOfGroup(ctx, groupId, types), again: null, groupId }
  }
  const repeated = await repeatedBy(ctx, reader, { ids: name, isSame: ({ cmd, args }) => cmd === op && args.family === family.name })
  if (!repeated) return { ids: idsIn(reader.input[name], name), again: null }
  return { ids: [...repeated.deviceIds], again: repeated.again }
}

/** Returns the value of an enabled preset. `field`: the parameter that an error names. */
const presetValue = async (ctx: Ctx, family: ParamFamilyDefinition, template: ResourceDefinition, id: string, field: string) => {
  const columns = Object.keys(family.fields).map((name) => `${snake(name)} as "${name}"`)
  const [row] = await ctx.query<Record<string, unknown>>(
    `select ${columns.join(', ')} from ${tableOf(template)} where id = $1 and not is_deleted and state = 1`,
    [id],
  )
  if (!row) throw controlErrors.noTemplate({}, field)
  return settableValue(family, row as ParamValue)
}

/** Throws if values break an order of the family. */
const refuseOrder = (ctx: Ctx, family: ParamFamilyDefinition, value: Readonly<Record<string, unknown>>): void => {
  const fault = orderFault(family, value)
  if (fault) throw fieldError(fault.field, fault.message, ctx.lang)
}

/** Returns the value to set: from the preset, from the retried record, or from the fields of the call. */
export const valueIn = async (
  ctx: Ctx,
  reader: Reader,
  { family, template, preset }: Pick<ParamCall, 'family' | 'template' | 'preset'>,
  repeats: string | null,
) => {
  const presetId = template ? reader.id(preset ?? PRESET) : null
  if (template && presetId !== null) return presetValue(ctx, family, template, presetId, preset ?? PRESET)
  if (repeats !== null) {
    const [old] = await ctx.query<{ args: string | null }>('select args from control_batch where id = $1', [repeats])
    const { value } = JSON.parse(old?.args ?? '{}') as { value?: ParamValue }
    if (value) return value
  }
  if (preset !== undefined) throw errors.missingParameter({ field: preset }, preset)
  const value = inputIn(family.fields, reader.input, ctx)
  refuseOrder(ctx, family, value)
  return sealSecrets(ctx.platform, ctx.query, ctx.tenantId, family, settableValue(family, value as ParamValue))
}

/** Values that a call takes, besides the devices. */
const valuesSchema = ({ family, template, op, preset }: ParamCall): Record<string, unknown> => {
  if (op !== 'set') return {}
  if (preset !== undefined) return { [preset]: T.String() }
  return {
    ...(template && { [PRESET]: T.Optional(T.String()) }),
    ...Object.fromEntries(Object.keys(family.fields).map((name) => [name, T.Optional(T.Any())])),
  }
}
const exampleValues = ({ family: { fields }, template, op, preset }: ParamCall): Record<string, unknown> => {
  if (op !== 'set') return {}
  return preset !== undefined && template ? { [preset]: exampleId(template.name) } : exampleFields({ fields })
}

/** Name of an operation of a family. */
const labelOf = ({ label: [zh, en] }: ParamFamilyDefinition, op: ParamOp): Text => [
  `${PARAM_OP_TEXTS[op][0]}${zh}`,
  `${PARAM_OP_TEXTS[op][1]} ${inSentence(en)}`,
]

const callOf = (call: ParamCall): Route => {
  const { family, method, op, target, ids: name = CONTROLLERS, type = family.types[0] ?? '' } = call
  const path = `/api/${call.path}`
  const targetInput = target === 'group' ? { groupId: T.String() } : { [name]: ids, ...again }
  const device = exampleDevice({ name: type })
  const named = target === 'group' ? { groupId: exampleId('devices.group') } : { [name]: [device] }
  const example = { ...named, ...exampleValues(call) }
  const [zh, en] = labelOf(family, op)
  const schema = T.Object({ ...targetInput, ...valuesSchema(call) } as Record<string, ReturnType<typeof T.String>>)
  return {
    method,
    path,
    summary: [`${zh}${target === 'group' ? '（分组）' : ''}`, `${en}${target === 'group' ? ' of a group' : ''}`],
    example: method === 'GET' ? { query: target === 'group' ? named : { [name]: device } } : { body: example },
    permission: rightOf(family, op),
    ...(method === 'GET' ? { query: schema } : { body: schema }),
    checksItself: true,
    bodyLimit: BODY_LIMIT,
    returns: BatchReturns,
    handler: async (input): Promise<BatchAnswer> => {
      const { ctx, headers, query, body } = input
      const reader = createReader(inputOf(query, Array.isArray(body) ? { [name]: body } : body), ctx)
      const { ids, ...order } = await devicesIn(ctx, reader, family, call)
      const value = op === 'set' ? await valueIn(ctx, reader, call, order.again) : {}
      return sendParam(
        ctx,
        { family, op, value, ...order, asks: true, ...(call.type && { typeName: call.type }) },
        ids,
        requestOf(ctx, headers, path, { ...reader.input, ...onlySecrets(family, value) }),
      )
    },
  }
}

/** The calls below `blade-city/controller` that every family with a `call` has, and its own ones. */
const addressesOf = ({ call, ops, calls = {} }: ParamFamilyDefinition): Address[] => [
  ...(call === undefined ? [] : ops).flatMap((op) =>
    (['batch', 'group'] as const).flatMap((target): Address[] => {
      const at = { op, target, path: `blade-city/controller/${target}/${op}/${call}` }
      if (op !== 'get') return [{ ...at, method: 'POST' }]
      return [{ ...at, method: 'GET' }, ...(target === 'batch' ? [{ ...at, method: 'POST' } as const] : [])]
    }),
  ),
  ...Object.entries(calls).map(([address, own]): Address => {
    const [method, path] = address.split(' ') as [Address['method'], string]
    return { ...own, method, path }
  }),
]

const callsOf = (family: ParamFamilyDefinition, template: ResourceDefinition | undefined): Route[] =>
  addressesOf(family).map((address) => callOf({ family, template, ...address }))

/** The permission to read a family. The permission to set it comes from the presets' action `send`. */
const readPermission = (family: ParamFamilyDefinition): Permission[] => (family.ops.includes('get') ? [permissionOf(family, 'get')] : [])

const permissionOf = (family: ParamFamilyDefinition, op: 'get' | 'set'): Permission => ({
  code: rightOf(family, op),
  label: labelOf(family, op === 'set' && !family.ops.includes('set') ? 'calibrate' : op),
  action: 1,
  roles: op === 'get' ? (family.roles?.read ?? 'manual') : (family.roles?.set ?? 'commands'),
})

/** Server side of the presets, with the action that sends a preset to a group. */
const presetServer = (family: ParamFamilyDefinition, template: ResourceDefinition): ResourceServer =>
  onServer<ResourceDefinition>(template, {
    beforeWrite: ({ ctx, query, draft, old }: { ctx: Ctx; query: Query; draft: Record<string, unknown>; old: object | null }) => {
      refuseOrder(ctx, family, { ...old, ...draft })
      return sealSecrets(ctx.platform, query, ctx.tenantId, family, draft)
    },
    returns: { send: BatchReturns },
    actions: {
      send: async ({ ctx, ids, input }: { ctx: Ctx; ids: string[]; input: { groupId?: string } }) => {
        const value = await presetValue(ctx, family, template, ids[0] ?? '', 'ids')
        const groupId = String(input.groupId)
        const devices = await membersOfGroup(ctx, groupId, typesOf(ctx.platform, family))
        return sendParam(ctx, { family, op: 'set', value, again: null, groupId, asks: true }, devices, null)
      },
    },
  } as unknown as ServerImplementation<ResourceDefinition>)

/** Rights to use a family that has no presets: to read it, and to set or calibrate it. */
const ownPermissions = (family: ParamFamilyDefinition): Permission[] => [...readPermission(family), permissionOf(family, 'set')]

/** Menu entries of a family: its presets, or the page of its reported values. */
const menuEntries = (family: ParamFamilyDefinition, sort: number): MenuItem[] => {
  const { code, label, template, page } = family
  const entry = { label, icon: 'setting', sort }
  if (page) {
    const view: Permission = { code: `${code}_view`, label: ['查看', 'View'], action: 1, roles: 'read' }
    return [{ ...entry, ...page, code, permissions: [view, ...ownPermissions(family)] }]
  }
  if (!template) return []
  return [
    { ...entry, code, path: template.page, parent: template.parent, resource: template.name, permissions: readPermission(family) },
    ...(template.also ?? []).map(({ page, ...place }) => ({ ...entry, ...place, path: page, roles: 'read' as const })),
  ]
}

/** Derives the parts of a slice from its parameter families: presets, routes, menu with rights; `permissions`: rights of families without a page. */
export const familiesOf = (
  families: readonly ParamFamilyDefinition[],
): Required<Pick<ServerSlice, 'families' | 'resources' | 'routes'>> & {
  readonly menu: readonly MenuItem[]
  readonly permissions: readonly Permission[]
} => {
  const made = families.map((family) => ({ family, template: templateOf(family) }))
  return {
    families,
    resources: made.flatMap(({ family, template }) => (template ? [presetServer(family, template)] : [])),
    routes: made.flatMap(({ family, template }) => [...callsOf(family, template), ...dataRoutes(family)]),
    menu: families.flatMap((family, at) => menuEntries(family, 100 + at)),
    permissions: families.filter(({ call, template, page }) => call !== undefined && !template && !page).flatMap(ownPermissions),
  }
}
