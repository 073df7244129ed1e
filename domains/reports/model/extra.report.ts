import { meterType } from '@lamplight/cabinets/model'
import { sourceOfSeries } from '@lamplight/devices/model'
import { envSensorType } from '@lamplight/environment/model'
import { defineReport } from '@lamplight/kit'
import { replacements } from './replacements.source.ts'

/** Energy that meters of switch boxes counted (rep.meter). */
export const meterEnergy = defineReport({
  name: 'reports.meterEnergy',
  label: ['电表数据', 'Meter data'],
  about: ['配电箱电表每日的用电量，按区域和项目汇总', 'Energy that meters of switch boxes counted, by area and project'],
  code: 'report_meter',
  roles: { read: 'reports', export: 'export' },
  source: sourceOfSeries([meterType], 'energy'),
  base: 'blade-report/meterEnergy',
  dimensions: ['areaId', 'projectId'],
  by: ['period', 'areaId'],
  measures: {
    energy: { kind: 'sum', of: 'increase', label: ['用电量', 'Energy'], unit: 'kWh', decimals: 2, better: 'less' },
    last: { kind: 'max', of: 'high', label: ['最高示数', 'Highest reading'], unit: 'kWh', decimals: 2 },
    resets: { kind: 'sum', of: 'resets', label: ['示数归零', 'Meter resets'], better: 'less' },
    meters: { kind: 'sum', of: 'deviceDays', label: ['电表·天', 'Meter days'] },
  },
  complete: { of: 'deviceDays', per: 'deviceDays' },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'bar', measures: ['energy'] },
  page: { path: '/report/meter', parent: 'report_power', icon: 'dashboard', sort: 46 },
})

/** What environmental sensors measured (rep.env). */
export const envValues = defineReport({
  name: 'reports.envValues',
  label: ['环境数据报表', 'Environment data'],
  about: ['环境传感器每日各指标的平均、最低和最高值', 'Mean, lowest and highest values of environmental sensors by day'],
  code: 'report_env',
  roles: { read: 'reports', export: 'export' },
  source: sourceOfSeries([envSensorType]),
  base: 'blade-report/envValues',
  dimensions: ['property', 'areaId', 'projectId'],
  apart: 'property',
  by: ['period', 'property'],
  measures: {
    mean: { kind: 'ratio', of: 'sum', per: 'readings', label: ['平均', 'Mean'], decimals: 1 },
    least: { kind: 'min', of: 'low', label: ['最低', 'Lowest'], decimals: 1 },
    most: { kind: 'max', of: 'high', label: ['最高', 'Highest'], decimals: 1 },
    sensors: { kind: 'sum', of: 'deviceDays', label: ['传感器·天', 'Sensor days'] },
  },
  complete: { of: 'deviceDays', per: 'deviceDays' },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'line', measures: ['mean'], split: 'property' },
  page: { path: '/report/env', parent: 'report_devices', icon: 'environment', sort: 48 },
})

/** Replaced devices by the place of the new one (rep.replace). */
export const replaced = defineReport({
  name: 'reports.replaced',
  label: ['设备更换报表', 'Replaced devices'],
  about: ['更换的电子设备数量，按区域和操作人统计', 'Electronic devices that were replaced, by area and operator'],
  code: 'report_replace',
  roles: { read: 'reports', export: 'export' },
  source: replacements,
  base: 'blade-report/replaced',
  dimensions: ['areaId', 'projectId', 'account', 'kind'],
  by: ['period', 'areaId'],
  measures: { replaced: { kind: 'sum', of: 'rows', label: ['更换次数', 'Replacements'] } },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'bar', measures: ['replaced'] },
  page: { path: '/report/replaceDevice', parent: 'report_devices', icon: 'history', sort: 52 },
})
