import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { nodeType } from './node.device.ts'
import { chirpstackId } from './server.resource.ts'

const derived = defineDeviceResource(nodeType, {
  name: 'chirpstack.node',
  about: ['经ChirpStack接入的单灯节点，与网关下的单灯并列管理', 'Lamp nodes connected through ChirpStack, listed with those of gateways'],
  code: 'lorawan_node',
  page: {
    path: '/city/basisaccessories/lora/node',
    label: ['LoRaWAN单灯节点', 'LoRaWAN lamp nodes'],
    icon: 'bulb',
    sort: 66,
    parent: 'accessory_lora',
  },
  api: { base: 'blade-city/lorawan/node', verbs: ['list', 'detail', 'submit', 'remove'] },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['serverId', 'devEui'], ['codecId']],
  io: {
    export: true,
    import: {
      key: 'sn',
      template: ['sn', 'name', 'serverId', 'devEui', 'codecId', 'applicationId', 'confirmed', 'projectId', 'areaId', 'location', 'remark'],
    },
  },
  fields: {
    serverId: f.ref('chirpstack.server', {
      label: ['ChirpStack服务器', 'ChirpStack server'],
      required: true,
      list: true,
      search: true,
      titleAs: 'serverName',
    }),
    devEui: f.text({
      label: ['DevEUI', 'DevEUI'],
      required: true,
      unique: true,
      max: 16,
      list: true,
      search: true,
      example: '0101010101010101',
      match: { pattern: '[0-9A-Fa-f]{16}', text: ['应为16位十六进制数', 'must be 16 hexadecimal digits'] },
    }),
    codecId: f.ref('chirpstack.codec', { label: ['编解码', 'Codec'], required: true, search: true, titleAs: 'codecName' }),
    applicationId: f.text({
      label: ['应用ID', 'Application ID'],
      hint: ['留空为服务器的第一个应用', 'Empty: the first application of the server'],
      ...chirpstackId,
      example: '',
    }),
    confirmed: f.flag({
      label: ['确认下行', 'Confirmed downlinks'],
      hint: ['节点须确认收到', 'The node has to acknowledge'],
      initial: true,
    }),
  },
})
/** Users choose the server of a node; the hook of the resource sets the access address to its code. Nodes have no gateway of the platform. */
const { address, gatewayId, ...fields } = derived.fields
const byServer = { readonly: true, form: false, list: false, search: false } as const

/** LoRaWAN lamp nodes of class C behind a ChirpStack. */
export const node = defineResource({
  ...derived,
  fields: {
    ...fields,
    ...(address
      ? { address: { ...address, options: { ...address.options, ...byServer, hint: ['即服务器编码', 'The code of the server'] } } }
      : {}),
    ...(gatewayId ? { gatewayId: { ...gatewayId, options: { ...gatewayId.options, ...byServer } } } : {}),
  },
})
