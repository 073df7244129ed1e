import type { Text } from '@lamplight/kit'
import { aiDevice } from '../model/ai-device.listing.ts'
import { meterReport } from '../model/meter.listing.ts'
import { childDevices } from '../model/pages.ts'
import { smartPole } from '../model/smart-pole.listing.ts'

export const M = {
  noPoles: [
    '智慧灯杆项目中还没有挂载设备的灯杆。在摄像头、无线AP等设备中选择其灯杆。',
    'No pole in a project of smart poles carries devices yet. Choose the lamp post of a camera, an access point or another device.',
  ],
  pole: smartPole.fields.lampPostName.options.label,
  state: ['状态', 'State'],
  mounted: smartPole.fields.families.options.label,
  allOnline: ['全部在线', 'All online'],
  nFault: ['故障 {n}', '{n} faulty'],
  nOffline: ['离线 {n}', '{n} offline'],
  nInactive: ['未激活 {n}', '{n} not activated'],
  gateways: ['网关', 'Gateways'],
  online: ['在线', 'Online'],
  offline: ['离线', 'Offline'],
  unregistered: ['未注册', 'Unregistered'],
  children: childDevices.label,
  childrenAbout: ['网关下的设备（含未注册的），或灯杆上挂载的设备', 'Devices behind a gateway, registered or not, or devices on a pole'],
  of: ['查看', 'Devices of'],
  gateway: ['网关', 'Gateway'],
  chooseGateway: ['选择网关，查看其子设备', 'Choose a gateway to see its devices'],
  choosePole: ['选择灯杆，查看其挂载的设备', 'Choose a pole to see its devices'],
  noMounted: ['该灯杆还没有挂载设备', 'This pole carries no devices yet'],
  reboot: ['重启网关', 'Reboot the gateway'],
  rebootTitle: ['重启网关 {sn}？', 'Reboot gateway {sn}?'],
  rebootText: [
    '重启约需一分钟，期间其子设备不能接收指令，亮灯计划照常执行。',
    'A reboot takes about a minute. Until then its devices receive no commands; they keep to their calendars.',
  ],
  rebootSent: ['重启指令已下发，进度见任务栏', 'The reboot was sent; the job tray shows its progress'],
  type: ['类型', 'Type'],
  sn: ['序列号', 'Serial number'],
  name: ['名称', 'Name'],
  reported: aiDevice.fields.reportedAt.options.label,
  action: ['操作', 'Actions'],
  replace: ['更换', 'Replace'],
  noMeters: ['还没有电表。在配电箱的电表中登记。', 'There is no meter yet. Add one in the list of meters of switch boxes.'],
  history: ['历史', 'History'],
  time: meterReport.fields.reportTime.options.label,
  noAi: ['还没有AI设备。登记摄像头后，它们出现在这里。', 'There is no AI device yet. Cameras appear here once they are registered.'],
  traffic: ['流量', 'Traffic'],
  trafficText: ['近24小时：下行 {down}，上行 {up}；当前 {n} 个终端', 'Last 24 hours: {down} down, {up} up. {n} client{n:s} now'],
  noTraffic: ['近24小时没有数据', 'No data in the last 24 hours'],
  clients: ['平均终端', 'Mean clients'],
  down: ['下行', 'Down'],
  up: ['上行', 'Up'],
} as const satisfies Readonly<Record<string, Text>>
