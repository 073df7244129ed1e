import { defineReport } from '@lamplight/kit'
import { lampDays, PLACE_FILTERS } from './lamp-days.source.ts'

/** Online time of lamp controllers as a share of the time (rep.online, city.stat.online). */
export const online = defineReport({
  name: 'reports.online',
  label: ['在线率统计', 'Online rate'],
  about: [
    '在线时长占应在线时长的比例；已激活而整天未上报的设备计为离线',
    'Online time as a share of the time; an activated device that is silent all day counts as offline',
  ],
  code: 'report_online',
  roles: { read: 'reports', export: 'export' },
  source: lampDays,
  base: 'blade-report/online',
  dimensions: ['supplierId', 'areaId', 'projectId', 'streetId', 'deviceId'],
  filters: PLACE_FILTERS,
  drill: ['areaId', 'streetId', 'deviceId'],
  complete: { of: 'deviceDays', per: 'dueDays' },
  by: ['supplierId'],
  measures: {
    rate: {
      kind: 'ratio',
      of: 'onlineTime',
      per: 'dueTime',
      scale: 100,
      label: ['在线率', 'Online rate'],
      unit: '%',
      decimals: 2,
      better: 'more',
    },
    onlineHours: {
      kind: 'sum',
      of: 'onlineTime',
      scale: 1 / 3_600_000,
      label: ['在线时长', 'Online time'],
      unit: 'h',
      decimals: 1,
      better: 'more',
    },
    deviceDays: { kind: 'sum', of: 'dueDays', label: ['设备·天', 'Device days'] },
  },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'line', measures: ['rate'], split: 'supplierId' },
  page: { path: '/report/online', parent: 'report_operation', icon: 'chart', sort: 30 },
})
