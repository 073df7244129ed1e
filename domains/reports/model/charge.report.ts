import { defineReport } from '@lamplight/kit'
import { chargeDays } from './charge-days.source.ts'

const kwh = (of: string) => ({ kind: 'sum', of, scale: 1e-6, unit: 'kWh', decimals: 2 }) as const

/** What the energy of the lamps costs (city.stat.charge): energy of each hour times its price in the tariff of the month. */
export const deviceCharge = defineReport({
  name: 'reports.deviceCharge',
  label: ['设备电费', 'Electricity cost'],
  about: [
    '每小时用电量乘以当月分时电价；结账后的月份不再随电价变化',
    'Energy of each hour times its price in the tariff of the month; closed months keep their tariff',
  ],
  code: 'report_charge',
  roles: { read: 'reports', export: 'export' },
  source: chargeDays,
  base: 'blade-report/deviceCharge',
  calls: [{ path: 'blade-report/selectDeviceChargeByDateType', answers: 'page', by: ['period'] }],
  dimensions: ['areaId', 'projectId', 'supplierId'],
  filters: ['systemType'],
  complete: { of: 'lampDays', per: 'lampDays' },
  by: ['period'],
  measures: {
    money: { kind: 'sum', of: 'money', label: ['电费（元）', 'Cost (CNY)'], decimals: 2, better: 'less' },
    energy: { ...kwh('energy'), label: ['用电量', 'Energy'], better: 'less' },
    price: {
      kind: 'ratio',
      of: 'money',
      per: 'energy',
      scale: 1e6,
      label: ['平均电价（元/kWh）', 'Mean price (CNY/kWh)'],
      decimals: 4,
      better: 'less',
    },
    peak: { ...kwh('peak'), label: ['峰段', 'Peak'] },
    flat: { ...kwh('flat'), label: ['平段', 'Flat rate'] },
    valley: { ...kwh('valley'), label: ['谷段', 'Off-peak'] },
    unbanded: { ...kwh('unbanded'), label: ['时段未知', 'Time of day unknown'] },
  },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'bar', measures: ['money'] },
  page: { path: '/city/statistics/deviceCharge', parent: 'city_statistics', icon: 'chart', sort: 30 },
})
