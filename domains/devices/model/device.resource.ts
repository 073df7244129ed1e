import { f } from '@lamplight/fields/model'
import {
  type ActionDefinition,
  type DeviceProperty,
  type DeviceTypeDefinition,
  defineResource,
  type Field,
  type FieldOptions,
  type Fields,
  type ResourceDefinition,
  unitSymbol,
} from '@lamplight/kit'
import { ADDRESS_PATTERN } from './route.ts'

/** Input of an action that is stored in the record and not sent to the device. */
export const REASON = 'reason'

/** States of a device (decisions.md B2), with texts for devices other than lamps. */
const STATES = { 1: ['正常', 'Normal'], 3: ['故障', 'Fault'], 4: ['离线', 'Offline'], 5: ['未激活', 'Not activated'] } as const

const ACTIVATED = [
  ['未激活', 'Not activated'],
  ['已激活', 'Activated'],
] as const

/** The field that shows the latest value of a property: a column, a filter and a cell of the export. */
const fieldOf = ({ type = 'number', label, unit, decimals, values, words, list }: DeviceProperty): Field => {
  const common = { label, readonly: true, from: 'devices.state', form: false, ...(list ? { list } : {}) } as const
  const [no, yes] = [
    ['否', 'No'],
    ['是', 'Yes'],
  ] as const
  if (type === 'boolean') return f.flag({ ...common, words: [values?.[0] ?? no, values?.[1] ?? yes], search: true })
  if (values) return f.choice(values, { ...common, search: 'in' })
  if (words) return f.terms(words, { ...common, search: 'in' })
  if (type === 'text' || type === 'list') return f.text({ ...common, search: true })
  if (type === 'time') return f.time({ ...common, search: 'range' })
  return f.number({
    ...common,
    ...(unit ? { unit: unitSymbol(unit) } : {}),
    ...(decimals === undefined ? {} : { decimals }),
    search: 'range',
  })
}

/** Input of an action whose command lasts until somebody ends it if `endsBy` is empty. */
const withReason = (input: Fields, endsBy: string): Fields => ({
  ...input,
  [REASON]: f.text({
    label: ['原因', 'Reason'],
    hint: ['不限时的手动控制须填写原因，记入指令记录', 'A command without an end needs a reason; it is kept in the command record'],
    max: 200,
    required: true,
    when: { [endsBy]: { eq: null } },
    emptyWhen: { [endsBy]: { not: null } },
  }),
})

/** Returns one resource action for each command of a type. */
export const commandActions = ({ commands }: DeviceTypeDefinition): Record<string, ActionDefinition> =>
  Object.fromEntries(
    Object.entries(commands).map(([name, { label, input: own, danger, roles = 'commands', single, endsBy }]) => {
      const input = own && endsBy ? withReason(own, endsBy) : own
      const more = { ...(input ? { input } : {}), ...(danger ? { danger } : {}), ...(single ? { single } : {}) }
      return [name, { label, on: 'rows', byFilter: true, job: true, command: name, roles, ...more }]
    }),
  )

/** Returns a field for each property of a type, without retired properties. */
export const propertyFields = ({ properties }: DeviceTypeDefinition): Record<string, Field> =>
  Object.fromEntries(Object.entries(properties).flatMap(([name, property]) => (property.retired ? [] : [[name, fieldOf(property)]])))

/** Address of a device that is reached by a driver instead of a gateway. */
export const address = f.text({
  label: ['接入地址', 'Access address'],
  hint: ['不经网关接入时填写', 'Instead of a gateway'],
  max: 64,
  search: true,
  match: { pattern: ADDRESS_PATTERN, text: ['只能包含字母、数字和 . _ : @ -', 'may contain letters, digits and . _ : @ - only'] },
})

type DeviceResourceParts = Omit<ResourceDefinition, 'label' | 'scope' | 'roles' | 'device' | 'fields'> &
  Partial<Pick<ResourceDefinition, 'roles' | 'fields'>>

/** The first fields of every device. */
const identityOf = (typeName: string) => ({
  sn: f.text({
    label: ['序列号', 'Serial number'],
    required: true,
    unique: true,
    example: `${typeName.toUpperCase()}-0001`,
    max: 40,
    list: { width: 190, least: 176 },
    search: true,
    match: { pattern: '[A-Za-z0-9_-]+', text: ['只能包含字母、数字、横线和下划线', 'may contain letters, digits, - and _ only'] },
  }),
  name: f.text({ label: ['名称', 'Name'], max: 80, list: true, search: true }),
  deviceState: f.choice(STATES, {
    label: ['状态', 'State'],
    readonly: true,
    form: false,
    from: 'devices.state',
    list: true,
    search: 'in',
    tones: { 1: 'good', 3: 'bad', 4: 'warn', 5: 'neutral' },
  }),
})
const REPORTED = {
  online: f.flag({
    label: ['在线', 'Online'],
    readonly: true,
    form: false,
    from: 'devices.state',
    search: true,
    words: [
      ['离线', 'Offline'],
      ['在线', 'Online'],
    ],
  }),
  reportedAt: f.time({ label: ['上报时间', 'Reported'], readonly: true, form: false, from: 'devices.state', list: true }),
  activated: f.flag({ label: ['激活状态', 'Activation'], initial: true, search: true, words: ACTIVATED }),
}
const PLACE = {
  gatewayId: f.ref('devices.gateway', { label: ['网关', 'Gateway'], list: true, search: true, titleAs: 'gatewayName' }),
  projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true }),
  areaId: f.ref('places.area', { label: ['区域', 'Area'], list: true, search: true }),
  location: f.geo({ label: ['位置', 'Location'] }),
  remark: f.text({ label: ['备注', 'Remark'], multiline: true }),
}
type DeviceFields = ReturnType<typeof identityOf> & typeof REPORTED & typeof PLACE
/** The field that `fieldOf` makes for a property. */
type PropertyField<P> = P extends { readonly type: 'boolean' }
  ? Field<boolean, FieldOptions, 'flag'>
  : P extends { readonly values: infer V }
    ? Field<number, FieldOptions & { readonly values: V }, 'choice'>
    : P extends { readonly words: object }
      ? Field<readonly string[], FieldOptions, 'terms'>
      : P extends { readonly type: 'text' | 'list' | 'time' }
        ? Field<string, FieldOptions, 'text'>
        : Field<number, FieldOptions, 'number'>
/** None for a type whose properties are not known when this compiles. */
type PropertyFields<P> = string extends keyof P
  ? unknown
  : { readonly [N in keyof P as P[N] extends { readonly retired: true } ? never : N]: PropertyField<P[N]> }
type DriverFields<T> = T extends { readonly driver: string } ? { readonly address: typeof address } : unknown
type OwnFields<P> = P extends { readonly fields: infer F extends Fields } ? F : Record<never, Field>
/** The resource of a device type, with the types of its fields. */
type DeviceResource<T extends DeviceTypeDefinition, P> = Omit<ResourceDefinition, 'fields'> & {
  readonly fields: Omit<DeviceFields & PropertyFields<T['properties']> & DriverFields<T>, keyof OwnFields<P>> & OwnFields<P>
}

/**
 * Declares the resource whose rows are devices of `type`. It contains the fields of every device (serial number, name, state, gateway, place), the latest
 * value of each property as column and filter, and an action for each command. `parts.fields` and `parts.actions` are added to these.
 */
export const defineDeviceResource = <const T extends DeviceTypeDefinition, const P extends DeviceResourceParts>(
  type: T,
  parts: P,
): DeviceResource<T, P> =>
  defineResource({
    title: 'sn',
    indexes: [['projectId', 'id'], ['areaId', 'id'], ['gatewayId']],
    keyword: ['name', 'sn'],
    io: { export: true, import: { key: 'sn' } },
    roles: 'devices',
    ...parts,
    label: type.label,
    scope: 'project',
    device: type.name,
    fields: {
      ...identityOf(type.name),
      ...propertyFields(type),
      ...REPORTED,
      ...parts.fields,
      ...(type.driver ? { address } : {}),
      ...PLACE,
    },
    actions: {
      ...commandActions(type),
      activated: {
        label: ['激活 / 停用', 'Activate / deactivate'],
        on: 'rows',
        roles: 'commands',
        path: 'activated',
        input: { activated: f.flag({ label: ['激活状态', 'Activation'], required: true, words: ACTIVATED }) },
      },
      ...parts.actions,
    },
  }) as ResourceDefinition as DeviceResource<T, P>
