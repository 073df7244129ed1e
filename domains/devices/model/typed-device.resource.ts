import { f } from '@lamplight/fields/model'
import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import { address, commandActions, defineDeviceResource } from './device.resource.ts'
import { FIRST_ROW_TYPE, ROW_TYPES } from './type.resource.ts'

/** Common part of all devices whose type is a row; their properties are in the row of the type. */
const anyType: DeviceTypeDefinition = {
  ...{ name: ROW_TYPES, code: FIRST_ROW_TYPE, properties: {}, commands: {}, events: [] },
  label: ['综合设备', 'Product device'],
}

/** Devices whose type was made at run time. */
export const typedDevice = defineDeviceResource(anyType, {
  name: 'devices.device',
  about: ['产品类型由用户定义的设备', 'Devices of product types that people define'],
  code: 'typed_device',
  api: { base: 'blade-device/typed', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    typeId: f.ref('devices.type', {
      label: ['产品类型', 'Product type'],
      required: true,
      list: true,
      search: true,
      form: 'create',
      titleAs: 'unitProductCode',
    }),
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

/** Returns the resource of typed devices with an action for each command of this type. */
export const typedResource = (type: DeviceTypeDefinition): ResourceDefinition => {
  const { [TYPED_SEND]: _send, ...actions } = typedDevice.actions ?? {}
  return { ...typedDevice, actions: { ...actions, ...commandActions(type) } }
}
