import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { nodeType } from './node.device.ts'
import { chirpstackId } from './server.resource.ts'

const { dim, switch: turn } = nodeType.commands

/** Multicast groups of ChirpStack. One downlink reaches all nodes of a group. No node answers it; the next uplink of a node that shows the value proves its command. */
export const multicast = defineResource({
  name: 'chirpstack.multicast',
  label: ['LoRaWAN组播组', 'LoRaWAN multicast group'],
  about: [
    '一次下行到达组内所有节点，以各节点的下一次上行验证',
    'One downlink for all nodes of a group, verified by the next uplink of each',
  ],
  code: 'lorawan_multicast',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/city/basisaccessories/lora/multicast',
    label: ['LoRaWAN组播组', 'LoRaWAN multicast groups'],
    icon: 'group',
    sort: 67,
    parent: 'accessory_lora',
  },
  api: { base: 'blade-city/lorawan/multicast', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    serverId: f.ref('chirpstack.server', {
      label: ['ChirpStack服务器', 'ChirpStack server'],
      required: true,
      list: true,
      search: true,
      titleAs: 'serverName',
    }),
    groupId: f.text({ label: ['ChirpStack组ID', 'Group ID of ChirpStack'], required: true, unique: true, list: true, ...chirpstackId }),
    nodeIds: f.refs('chirpstack.node', { label: ['节点', 'Nodes'], required: true }),
    nodes: f.int({ label: ['节点数', 'Nodes'], readonly: true, form: false, from: 'words', list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    dim: { label: ['组播调光', 'Dim the group'], on: 'row', job: true, roles: 'commands', leads: true, input: dim.input },
    switch: { label: ['组播开关灯', 'Switch the group'], on: 'row', job: true, roles: 'commands', input: turn.input },
  },
  io: { export: true },
})
