import { defineParamFamily } from '@lamplight/kit'
import { decimal, SUN, whole } from '../family-fields.ts'

/**
 * Reporting, limits and power-on level of a controller: screens city.baseConfig and sun.baseconfig. Both
 * screens show the same presets.
 */
export const baseConfig = defineParamFamily({
  name: 'baseConfig',
  label: ['基础配置', 'Base configuration'],
  code: 'baseconfig',
  types: ['controller', 'solarLamp'],
  fields: {
    reportInterval: whole(['上报间隔', 'Report interval'], 's', [60, 86_400, 900], { list: true }),
    heartbeat: whole(['心跳间隔', 'Heartbeat'], 's', [30, 3600, 120], { list: true }),
    timezone: whole(['时区偏移', 'Time zone'], 'min', [-720, 840, 480], { hint: ['与 UTC 相差的分钟数', 'Minutes ahead of UTC'] }),
    underVoltage: decimal(['欠压阈值', 'Undervoltage'], 'V', [50, 300, 176], 1),
    overVoltage: decimal(['过压阈值', 'Overvoltage'], 'V', [50, 300, 264], 1),
    overCurrent: decimal(['过流阈值', 'Overcurrent'], 'A', [0.1, 50, 5], 2),
    powerOnLevel: whole(['上电亮度', 'Level at power-on'], '%', [0, 100, 100]),
  },
  ascending: [['underVoltage', 'overVoltage']],
  watches: { voltage: { over: 'overVoltage', under: 'underVoltage' }, current: { over: 'overCurrent' } },
  ops: ['get', 'set'],
  risky: ['heartbeat'],
  call: 'baseconfig',
  calls: {
    'POST blade-city/baseConfig/batchsend': { op: 'set', target: 'batch', preset: 'baseConfigId' },
    'POST blade-city/baseConfig/groupsend': { op: 'set', target: 'group', preset: 'baseConfigId' },
  },
  template: {
    name: 'lighting.baseConfig',
    label: ['基础配置模板', 'Base configuration preset'],
    base: 'blade-city/baseConfig',
    alias: ['blade-sun/baseconfig'],
    verbs: SUN.verbs,
    page: '/city/controlCenter/baseConfig/index',
    parent: 'control_params',
    also: [{ code: 'sunbaseconfig', page: '/sun/param/baseconfig', parent: SUN.parent }],
  },
  data: { list: 'blade-sun/baseconfigdata/page' },
})
