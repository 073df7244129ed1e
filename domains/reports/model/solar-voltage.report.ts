import { defineReport } from '@lamplight/kit'
import { solarDays } from './solar-days.source.ts'

/** Voltage and current of solar lamps (rep.solar, sun.report.vc). A positive battery current charges the battery. */
export const solarVoltage = defineReport({
  name: 'reports.solarVoltage',
  label: ['太阳能电压电流', 'Solar voltage and current'],
  about: [
    '太阳能灯每日的电池与光伏板电压、电流、电量和充放电量',
    'Battery and panel of solar lamps by day: voltage, current, charge and energy',
  ],
  code: 'report_solar_voltage',
  roles: { read: 'reports', export: 'export' },
  source: solarDays,
  base: 'blade-report/solarVoltage',
  calls: [{ path: 'blade-report/solar/voltage/current/report', answers: 'page', by: ['period', 'deviceId'] }],
  dimensions: ['deviceId', 'areaId', 'projectId'],
  drill: ['areaId', 'deviceId'],
  by: ['period', 'deviceId'],
  measures: {
    voltageLow: { kind: 'min', of: 'voltageLow', label: ['电池最低电压', 'Lowest battery voltage'], unit: 'V', decimals: 2 },
    voltageHigh: { kind: 'max', of: 'voltageHigh', label: ['电池最高电压', 'Highest battery voltage'], unit: 'V', decimals: 2 },
    currentLow: { kind: 'min', of: 'currentLow', label: ['最大放电电流', 'Maximum discharge current'], unit: 'A', decimals: 2 },
    currentHigh: { kind: 'max', of: 'currentHigh', label: ['最大充电电流', 'Maximum charge current'], unit: 'A', decimals: 2 },
    panelVoltage: { kind: 'max', of: 'panelVoltage', label: ['光伏最高电压', 'Highest panel voltage'], unit: 'V', decimals: 2 },
    panelCurrent: { kind: 'max', of: 'panelCurrent', label: ['光伏最大电流', 'Maximum panel current'], unit: 'A', decimals: 2 },
    socLow: { kind: 'min', of: 'socLow', label: ['最低电量', 'Lowest charge'], unit: '%', better: 'more' },
    socHigh: { kind: 'max', of: 'socHigh', label: ['最高电量', 'Highest charge'], unit: '%' },
    socLast: { kind: 'ratio', of: 'socLast', per: 'socs', label: ['日末电量', 'End-of-day charge'], unit: '%', decimals: 1 },
    charged: { kind: 'sum', of: 'charged', scale: 1e-3, label: ['充电量', 'Energy charged'], unit: 'kWh', decimals: 3, better: 'more' },
    discharged: { kind: 'sum', of: 'discharged', scale: 1e-3, label: ['放电量', 'Energy discharged'], unit: 'kWh', decimals: 3 },
    nights: {
      kind: 'ratio',
      of: 'charged',
      per: 'discharged',
      scale: 100,
      label: ['充放比', 'Charge/discharge ratio'],
      unit: '%',
      decimals: 0,
      better: 'more',
    },
  },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'line', measures: ['voltageLow', 'voltageHigh'] },
  page: { path: '/report/solarVoltageCurrent', parent: 'report_devices', icon: 'sun', sort: 26 },
})
