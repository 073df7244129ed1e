import { f } from '@lamplight/fields/model'
import { defineReportSource } from '@lamplight/kit'

/** Sums of finished and settled orders: one row for each station and each day on which orders ended (`server/bill.ts` writes the rows). Energy in Wh, fees in fen. */
export const billDays = defineReportSource({
  name: 'charging.billDays',
  from: 'charging_bill_day',
  day: 'day',
  place: { project: 'project_id', area: 'area_id' },
  dimensions: {
    station: { column: 'station_id', field: f.ref('charging.station', { label: ['充电站', 'Station'] }) },
    stationCode: { column: 'station_code', field: f.text({ label: ['站点编号', 'Station ID'] }) },
    operator: { column: 'operator_id', field: f.ref('charging.operator', { label: ['运营商', 'Operator'] }) },
    projectId: { column: 'project_id', field: f.ref('places.project', { label: ['项目', 'Project'] }) },
    areaId: { column: 'area_id', field: f.ref('places.area', { label: ['区域', 'Area'] }) },
  },
  sums: { orders: 'orders', energy: 'energy_wh', electricityFee: 'electricity_fen', serviceFee: 'service_fen', total: 'total_fen' },
})
