import { defineReport } from '@lamplight/kit'
import { billDays } from './bill-days.source.ts'

const fee = (of: string, zh: string, en: string) => ({ kind: 'sum', of, scale: 0.01, label: [zh, en], unit: '¥', decimals: 2 }) as const

/** Bills of charging stations by month: screen vis.energyBill. */
export const energyBill = defineReport({
  name: 'charging.energyBill',
  label: ['电费账单', 'Energy bills'],
  about: [
    '各充电站每月的充电量、电费和服务费，按订单结束日期统计；不含充电中和异常订单',
    'Energy and fees of charging stations by the day on which orders ended, excluding running and abnormal orders',
  ],
  code: 'energybill',
  roles: { read: 'reports', export: 'export' },
  source: billDays,
  base: 'blade-charging/energyBill',
  calls: [
    {
      path: 'blade-charging/tyChargingPile/energyBill',
      answers: 'page',
      by: ['period', 'stationCode', 'station'],
      fixed: { dateType: '3' },
      names: { StationID: 'stationCode', StartTime: 'startDate', EndTime: 'endDate' },
    },
  ],
  dimensions: ['station', 'stationCode', 'operator', 'areaId', 'projectId'],
  by: ['period', 'station'],
  measures: {
    orders: { kind: 'sum', of: 'orders', label: ['订单数', 'Orders'] },
    electricity: { kind: 'sum', of: 'energy', scale: 0.001, label: ['充电量', 'Energy'], unit: 'kWh', decimals: 2 },
    electricityFee: fee('electricityFee', '电费', 'Electricity fee'),
    serviceFee: fee('serviceFee', '服务费', 'Service fee'),
    total: fee('total', '总金额', 'Total'),
  },
  grains: ['month', 'day', 'year'],
  chart: { kind: 'bar', measures: ['electricityFee', 'serviceFee'] },
  page: { path: '/visual/equipmentMana/chargingPile/energyBill', parent: 'pole_charging', icon: 'chart', sort: 73 },
})
