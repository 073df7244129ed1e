import { defineReportSource } from '@lamplight/kit'
import { lampDays, placeFilters } from './lamp-days.source.ts'

/** Energy of lamp controllers by day with its cost by the tariff of the month (model/tariff.ts). */
export const chargeDays = defineReportSource({
  name: 'reports.chargeDays',
  from: 'reports_charge_daily',
  day: 'day',
  place: { project: 'project_id', area: 'area_id' },
  dimensions: { areaId: lampDays.dimensions.areaId, projectId: lampDays.dimensions.projectId, supplierId: lampDays.dimensions.supplierId },
  filters: { systemType: placeFilters.systemType },
  sums: {
    lampDays: 'lamps',
    /** mWh */
    energy: 'energy',
    money: 'money',
    peak: 'peak',
    flat: 'flat',
    valley: 'valley',
    unbanded: 'unbanded',
  },
  levels: [
    { from: 'reports_charge_monthly', grain: 'month', without: [] },
    { from: 'reports_charge_project_daily', grain: 'day', without: ['areaId', 'supplierId'] },
  ],
})
