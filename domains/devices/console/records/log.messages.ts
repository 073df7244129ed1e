import type { Text } from '@lamplight/kit'
import { deviceLog } from '../../model/device-log.listing.ts'
import { deviceFields } from '../../model/index.ts'
import { deviceKinds, deviceLife } from '../../model/pages.ts'

export const L = {
  at: deviceLog.fields.at.options.label,
  life: deviceLife.label,
  lifeAbout: ['一台设备从登记到现在发生的事，以及它所在过的位置', 'What happened to a device since it was added, and where it stood'],
  find: ['编号或名称', 'Serial number or name'],
  findHint: ['输入编号或名称查找设备', 'Type a serial number or name to find a device'],
  choose: ['选择一台设备查看其履历', 'Choose a device to see its life record'],
  noMatch: ['没有符合条件的设备', 'No device matches'],
  other: ['选择其他设备', 'Choose another device'],
  locus: ['位置轨迹', 'Places'],
  noLocus: ['没有位置记录', 'No places recorded'],
  longitude: ['经度', 'Longitude'],
  latitude: ['纬度', 'Latitude'],
  source: ['来源', 'Source'],
  gps: ['GPS', 'GPS'],
  hand: ['人工设置', 'Set by hand'],
  types: deviceKinds.label,
  typesAbout: ['平台管理的设备类型及其数量；点击进入该类设备', 'The types of devices that the platform manages, and how many there are'],
  noTypes: ['没有可查看的设备类型', 'There are no device types that you may see'],
  code: ['代码', 'Code'],
  slug: ['标识', 'Name in calls'],
  type: deviceFields.devType.options.label,
  total: ['数量', 'Devices'],
  suppliers: ['供应商', 'Suppliers'],
  models: ['型号', 'Models'],
} as const satisfies Record<string, Text>
