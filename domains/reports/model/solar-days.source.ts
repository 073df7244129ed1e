import { f } from '@lamplight/fields/model'
import { defineReportSource } from '@lamplight/kit'
import { lampDays } from './lamp-days.source.ts'

/** Battery and panel of solar lamps by day. */
export const solarDays = defineReportSource({
  name: 'reports.solarDays',
  from: 'reports_solar_days',
  day: 'day',
  place: { project: 'project_id', area: 'area_id' },
  dimensions: {
    deviceId: { column: 'device_id', field: f.ref('solar.lamp', { label: ['太阳能灯', 'Solar lamp'] }) },
    areaId: lampDays.dimensions.areaId,
    projectId: lampDays.dimensions.projectId,
  },
  sums: { devices: 'devices', charged: 'charged', discharged: 'discharged', socLast: 'soc_last', socs: 'socs' },
  extremes: {
    voltageLow: 'voltage_low',
    voltageHigh: 'voltage_high',
    currentLow: 'current_low',
    currentHigh: 'current_high',
    socLow: 'soc_low',
    socHigh: 'soc_high',
    panelVoltage: 'panel_voltage',
    panelCurrent: 'panel_current',
  },
})
