import { f } from '@lamplight/fields/model'
import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import { address, commandActions, defineDeviceResource, propertyFields } from './device.resource.ts'
import { FIRST_ROW_TYPE, ROW_TYPES } from './type.resource.ts'

/** Common part of all devices whose type is a row; their properties are in the row of the type. */
const anyType: DeviceTypeDefinition = {
  name: ROW_TYPES,
  code: FIRST_ROW_TYPE,
  properties: {},
  commands: {},
  events: [],
  label: ['综合设备', 'Integrated device'],
}

/** Disabled devices get no commands. */
export const enabled = f.flag({
  label: ['启用状态', 'Enabled'],
  readonly: true,
  form: false,
  list: true,
  from: 'devices.device',
  words: [
    ['停用', 'Disabled'],
    ['启用', 'Enabled'],
  ],
})

/** Devices whose type was made at run time. */
export const typedDevice = defineDeviceResource(anyType, {
  name: 'devices.device',
  about: ['按单元产品定义的设备', 'Devices whose properties a unit product defines'],
  code: 'typed_device',
  api: {
    base: 'blade-device/typed',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: {
      'GET blade-device/integrated_device/page': { verb: 'page' },
      'POST blade-device/integrated_device/save': { verb: 'save' },
      'POST blade-device/integrated_device/update': { verb: 'update' },
      'POST blade-device/integrated_device/remove': { verb: 'remove' },
      // The call sets the value that it contains; it does not invert the stored one (decisions.md A22).
      'POST blade-device/integrated_device/enable': { action: 'activated', names: { id: 'ids', enable: 'activated' } },
    },
  },
  page: { path: '/equipmentMana/productDevice', label: ['综合设备', 'Integrated devices'], icon: 'hdd', sort: 60, parent: 'equipment' },
  fields: {
    typeId: f.ref('devices.type', {
      label: ['单元产品', 'Unit product'],
      required: true,
      list: true,
      search: true,
      form: 'create',
      titleAs: 'unitProductCode',
    }),
    enable: enabled,
    address,
  },
  actions: {
    send: {
      label: ['下发指令', 'Send a command'],
      on: 'rows',
      roles: 'commands',
      job: true,
      input: {
        cmd: f.text({
          label: ['指令', 'Command'],
          required: true,
          max: 32,
          example: 'drain',
        }),
        args: f.text({ label: ['参数', 'Arguments'], max: 4000, multiline: true, example: '{}', hint: ['JSON 对象', 'A JSON object'] }),
      },
    },
  },
})

/** The action of `typedDevice` that sends the commands of all types, and the right to use it. */
export const TYPED_SEND = 'send'

const NOT_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'tenantId',
  'createUser',
  'createTime',
  'updateUser',
  'updateTime',
  'isDeleted',
  'current',
  'size',
  'ids',
  'keyword',
  'ascs',
  'descs',
  'groupId',
  'unitProductCode',
  'gatewayName',
  'longitude',
  'latitude',
])
/** True for names that a property of a product must not have, because rows or lists of its devices use them. */
export const isTakenName = (name: string): boolean => Object.hasOwn(typedDevice.fields, name) || NOT_COLUMNS.has(name)

/** Returns the resource of typed devices with a field for each property of this type and an action for each command. */
export const typedResource = (type: DeviceTypeDefinition): ResourceDefinition => {
  const { [TYPED_SEND]: _send, ...actions } = typedDevice.actions ?? {}
  const { sn, name, deviceState, ...rest } = typedDevice.fields
  const columns = Object.entries(propertyFields(type)).filter(([key]) => !isTakenName(key))
  return {
    ...typedDevice,
    fields: { ...(sn && { sn }), ...(name && { name }), ...(deviceState && { deviceState }), ...Object.fromEntries(columns), ...rest },
    actions: { ...actions, ...commandActions(type) },
  }
}
