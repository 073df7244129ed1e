import { defineReport } from '@lamplight/kit'
import { PLACE_FILTERS } from './lamp-days.source.ts'
import { lightNights } from './light-nights.source.ts'

const share = (of: string, per: string) => ({ kind: 'ratio', of, per, scale: 100, unit: '%', decimals: 2, better: 'more' }) as const
const HOUR = 1 / 3_600_000

/**
 * Light rate 亮灯率 (rep.lightRate, city.stat.light): lit time over the time that the calendars light the lamps, of the time with reports. Time without
 * reports is counted apart: the rate lies between the lowest (all of it dark) and the highest (all of it lit).
 */
export const lightRate = defineReport({
  name: 'reports.lightRate',
  label: ['亮灯率统计', 'Light rate'],
  about: [
    '按策略应亮灯的时间内实际亮灯的比例，按时长加权；无上报的时间单独列出',
    'Lit time as a share of the time that calendars light the lamps; time without reports is listed apart',
  ],
  code: 'report_light_rate',
  roles: { read: 'reports', export: 'export' },
  source: lightNights,
  base: 'blade-report/lightRate',
  calls: [
    { path: 'blade-report/selectLightRateByParentId', answers: 'page', by: ['areaId'], names: { parentId: 'areaId' } },
    { path: 'blade-report/exportLightRate', answers: 'export', by: ['areaId'], names: { parentId: 'areaId' } },
  ],
  dimensions: ['areaId', 'projectId', 'supplierId', 'streetId', 'deviceId'],
  filters: PLACE_FILTERS,
  drill: ['areaId', 'streetId', 'deviceId'],
  complete: { of: 'knownTime', per: 'dueTime' },
  by: ['areaId'],
  measures: {
    rate: { ...share('litTime', 'knownTime'), label: ['亮灯率', 'Light rate'], goal: 97 },
    least: { ...share('litTime', 'dueTime'), label: ['亮灯率至少', 'Light rate at least'] },
    most: { ...share('possibleTime', 'dueTime'), label: ['亮灯率至多', 'Light rate at most'] },
    wholeShare: { ...share('whole', 'lamps'), label: ['确认整夜亮灯的灯', 'Lamps known to be lit all night'] },
    dueHours: { kind: 'sum', of: 'dueTime', scale: HOUR, label: ['应亮时长', 'Scheduled hours'], unit: 'h', decimals: 1 },
    litHours: { kind: 'sum', of: 'litTime', scale: HOUR, label: ['亮灯时长', 'Lit time'], unit: 'h', decimals: 1, better: 'more' },
    lampNights: { kind: 'sum', of: 'lamps', label: ['灯·夜', 'Lamp nights'] },
  },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'line', measures: ['rate'] },
  page: { path: '/report/lightRate', parent: 'report_operation', icon: 'bulb', sort: 24 },
})
