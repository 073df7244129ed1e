import type { Text } from '@lamplight/kit'
import { solarMap } from '../model/pages.ts'

export const S = {
  map: solarMap.label,
  high: ['电量充足', 'Charged'],
  medium: ['电量中等', 'Half charged'],
  low: ['电量低', 'Low'],
  unknown: ['离线或未知', 'Offline or unknown'],
  only: ['显示或隐藏', 'Show or hide'],
  close: ['关闭', 'Close'],
  cut: ['设备过多，只显示了一部分；请选择项目', 'Too many devices: only some are shown. Select a project'],
  none: ['没有太阳能灯', 'No solar lamps'],
  noneWhy: ['当前项目没有带位置的太阳能灯。', 'The selected project has no solar lamps with a location.'],
  toList: ['打开设备列表', 'Open the list'],
  onPole: ['灯杆上的太阳能灯', 'Solar lamps on this pole'],
  missing: ['未找到该设备', 'No such device'],
  missingWhy: ['请检查二维码或序列号。', 'Check the QR code or the serial number.'],
  reported: ['上报时间', 'Reported'],
  never: ['尚未上报', 'Not reported yet'],
  live: ['实时数据', 'Values'],
  group: ['查看该组设备', 'Devices of this group'],
} as const satisfies Readonly<Record<string, Text>>
