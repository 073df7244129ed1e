import { defineReport } from '@lamplight/kit'
import { lampDays, PLACE_FILTERS } from './lamp-days.source.ts'

/** Energy of lamps by day and area (rep.energy, city.stat.energy, vis.report.energy). */
export const energy = defineReport({
  name: 'reports.energy',
  label: ['能耗统计', 'Energy'],
  about: [
    '灯具每日用电，按区域、项目和供应商汇总；数据来自灯具电能计量',
    'Energy of lamps by day, area, project and supplier, from their meters',
  ],
  code: 'report_energy',
  roles: { read: 'reports', export: 'export' },
  source: lampDays,
  base: 'blade-report/energy',
  calls: [{ path: 'blade-report/dayEnergyRecord/list', answers: 'page', by: ['period'], fixed: { dateType: '2' } }],
  dimensions: ['areaId', 'projectId', 'supplierId', 'streetId', 'deviceId'],
  filters: PLACE_FILTERS,
  drill: ['areaId', 'streetId', 'deviceId'],
  complete: { of: 'deviceDays', per: 'dueDays' },
  by: ['period', 'areaId'],
  measures: {
    energy: { kind: 'sum', of: 'energy', scale: 1e-6, label: ['用电量', 'Energy'], unit: 'kWh', decimals: 2, better: 'less' },
    perLamp: {
      kind: 'ratio',
      of: 'energy',
      per: 'deviceDays',
      scale: 1e-6,
      label: ['单灯日均用电', 'Energy per lamp and day'],
      unit: 'kWh',
      decimals: 3,
      better: 'less',
    },
    onHours: {
      kind: 'ratio',
      of: 'onTime',
      per: 'deviceDays',
      scale: 1 / 3_600_000,
      label: ['日均亮灯时长', 'Lit time per lamp and day'],
      unit: 'h',
      decimals: 2,
    },
  },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'bar', measures: ['energy'] },
  page: { path: '/report/energy', parent: 'report_power', icon: 'chart', sort: 20 },
})
