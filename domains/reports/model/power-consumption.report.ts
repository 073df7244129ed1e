import { defineReport } from '@lamplight/kit'
import { lampDays, PLACE_FILTERS } from './lamp-days.source.ts'

/** Consumption of single lamps by day, and of the city in bars (rep.consumption, city.stat.consumption). */
export const powerConsumption = defineReport({
  name: 'reports.powerConsumption',
  label: ['用电量统计', 'Power consumption'],
  about: ['每盏灯每日的用电量，可与上月同期和去年同期对比', 'Energy of each lamp by day, compared with earlier times'],
  code: 'report_consumption',
  roles: { read: 'reports', export: 'export' },
  source: lampDays,
  base: 'blade-report/powerConsumption',
  calls: [
    { path: 'blade-report/powerConsumptionStat/bar', answers: 'chart' },
    { path: 'blade-report/powerConsumptionStat/comparison', answers: 'comparison' },
  ],
  dimensions: ['deviceId', 'areaId', 'projectId', 'supplierId', 'streetId'],
  filters: PLACE_FILTERS,
  drill: ['areaId', 'streetId', 'deviceId'],
  complete: { of: 'deviceDays', per: 'dueDays' },
  by: ['period', 'deviceId'],
  measures: {
    energy: { kind: 'sum', of: 'energy', scale: 1e-6, label: ['用电量', 'Energy'], unit: 'kWh', decimals: 3, better: 'less' },
    onHours: { kind: 'sum', of: 'onTime', scale: 1 / 3_600_000, label: ['亮灯时长', 'Lit time'], unit: 'h', decimals: 2 },
    watts: {
      kind: 'ratio',
      of: 'energy',
      per: 'onTime',
      scale: 3600,
      label: ['亮灯平均功率', 'Mean power while lit'],
      unit: 'W',
      decimals: 1,
    },
    lampDays: { kind: 'sum', of: 'deviceDays', label: ['上报灯·天', 'Lamp days with data'] },
  },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'bar', measures: ['energy'] },
  page: { path: '/report/powerConsumption', parent: 'report_power', icon: 'chart', sort: 22 },
})
