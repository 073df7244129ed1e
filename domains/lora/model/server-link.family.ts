import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

const match = { pattern: '[A-Za-z0-9.:-]+', text: ['只能是域名或 IP 地址', 'is a host name or an IP address'] } as const

/** Server to which LoRa gateways and roots send packets (lora.control.batch.set.serverLinkInfo, sun.loraroot.group.set.serverLinkInfo). */
export const serverLink = defineParamFamily({
  name: 'loraServerLink',
  label: ['LoRa服务器连接', 'LoRa server link'],
  code: 'lora_server_link',
  types: ['lora', 'loraRoot'],
  fields: {
    host: f.text({ label: ['服务器地址', 'Server'], max: 128, example: 'lora.example.com', match, required: true, list: true }),
    port: f.int({ label: ['端口', 'Port'], min: 1, max: 65_535, initial: 1700, required: true, list: true }),
    protocol: f.choice(
      { 1: ['TCP', 'TCP'], 2: ['UDP', 'UDP'], 3: ['MQTT', 'MQTT'] },
      { label: ['协议', 'Protocol'], required: true, initial: 2 },
    ),
    backupHost: f.text({ label: ['备用地址', 'Backup server'], max: 128, example: 'lora.example.com', match }),
    backupPort: f.int({ label: ['备用端口', 'Backup port'], min: 1, max: 65_535 }),
    heartbeat: f.int({ label: ['心跳间隔', 'Heartbeat'], unit: 's', min: 10, max: 3600, required: true, initial: 60 }),
  },
  ops: ['get', 'set'],
  risky: true,
  call: 'loraserverlinkinfo',
  calls: {
    'POST blade-city/lora/control/batch/get/serverLinkInfo': { op: 'get', target: 'batch', ids: 'ids' },
    'POST blade-city/lora/control/batch/set/serverLinkInfo': { op: 'set', target: 'batch', ids: 'ids' },
    'GET blade-sun/loraroot/group/get/serverLinkInfo': { op: 'get', target: 'group', type: 'loraRoot' },
    'POST blade-sun/loraroot/group/set/serverLinkInfo': { op: 'set', target: 'group', type: 'loraRoot' },
  },
})
