import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { SUN } from '../family-fields.ts'

const match = { pattern: '[A-Za-z0-9.:-]+', text: ['只能是域名或 IP 地址', 'is a host name or an IP address'] } as const
const host = (zh: string, en: string) => ({ label: [zh, en], max: 128, example: 'lamps.example.com', match }) as const
const port = (zh: string, en: string) => f.int({ label: [zh, en], min: 1, max: 65_535, initial: 1883, required: true })

/** Server address of a device: screen sun.serverlink. */
export const serverLink = defineParamFamily({
  name: 'serverLink',
  label: ['服务器连接', 'Server link'],
  code: 'serverlinkinfo',
  types: ['controller', 'concentrator', 'solarLamp'],
  fields: {
    host: f.text({ ...host('服务器地址', 'Server'), required: true, list: true }),
    port: port('端口', 'Port'),
    protocol: f.choice(
      { 1: ['TCP', 'TCP'], 2: ['UDP', 'UDP'], 3: ['MQTT', 'MQTT'] },
      { label: ['协议', 'Protocol'], required: true, initial: 3, list: true },
    ),
    apn: f.text({ label: ['APN', 'APN'], max: 64 }),
    backupHost: f.text(host('备用地址', 'Backup server')),
    backupPort: f.int({ label: ['备用端口', 'Backup port'], min: 1, max: 65_535 }),
    heartbeat: f.int({ label: ['心跳间隔', 'Heartbeat'], unit: 's', min: 30, max: 3600, required: true, initial: 120 }),
  },
  ops: ['get', 'set'],
  risky: true,
  call: 'serverlinkinfo',
  template: {
    ...SUN,
    name: 'lighting.serverLinkInfo',
    label: ['服务器连接模板', 'Server link preset'],
    base: 'blade-sun/serverlinkinfo',
    page: '/sun/param/serverlinkinfo',
    was: ['/city/controlCenter/serverLinkInfo/index'],
  },
  data: { list: 'blade-sun/serverlinkinfodata/page', detail: 'blade-sun/serverlinkinfodata/detail' },
})
