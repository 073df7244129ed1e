import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

const volts = (zh: string, en: string, initial: number) =>
  f.number({ label: [zh, en], unit: 'V', min: 1, max: 100, decimals: 1, required: true, initial, example: initial })

/** 2 to 12 points `V:%`, for example `10.5:0,12.8:50,14.4:100`. */
const CURVE = '\\d{1,3}(\\.\\d{1,2})?:\\d{1,3}(,\\d{1,3}(\\.\\d{1,2})?:\\d{1,3}){1,11}'

/** The points of a curve: V, %. */
export const curvePoints = (curve: string): (readonly [volts: number, soc: number])[] =>
  curve.split(',').map((point) => {
    const [volts, soc] = point.split(':').map(Number)
    return [volts ?? Number.NaN, soc ?? Number.NaN]
  })

/** True if both the voltages and the charges of a curve rise, and no charge is above 100 %. */
export const isRising = (curve: string): boolean => {
  const points = curvePoints(curve)
  return points.every(
    ([volts, soc], at) => soc <= 100 && (at === 0 || (volts > (points[at - 1]?.[0] ?? 0) && soc > (points[at - 1]?.[1] ?? 0))),
  )
}

export const customBatteryFields = {
  capacityAh: f.number({
    label: ['容量', 'Capacity'],
    unit: 'Ah',
    min: 1,
    max: 2000,
    decimals: 1,
    required: true,
    initial: 60,
    example: 60,
    list: true,
  }),
  ratedV: volts('额定电压', 'Rated voltage', 12.8),
  chargeLimitV: volts('充电截止电压', 'Charge limit', 14.4),
  dischargeLimitV: volts('放电截止电压', 'Discharge limit', 10.5),
  curve: f.text({
    label: ['电压—电量曲线', 'Curve of voltage and charge'],
    hint: ['2 至 12 个点，如 10.5:0,12.8:50,14.4:100', '2 to 12 points, for example 10.5:0,12.8:50,14.4:100'],
    required: true,
    max: 200,
    example: '10.5:0,12.8:50,14.4:100',
    match: {
      pattern: CURVE,
      text: ['格式为“电压:电量”，以逗号分隔，2 至 12 个点', 'must be 2 to 12 points voltage:charge, separated by commas'],
    },
  }),
} as const

/** The free form of the battery parameters, for projects in `sun.customBattery.projectIds` (rule.battery.custom, decisions.md A67). It has no call: `solar.customBattery` sends it. */
export const customBatteryFamily = defineParamFamily({
  name: 'customBattery',
  label: ['自定义电池', 'Custom battery'],
  code: 'custombattery',
  types: ['solarLamp'],
  fields: customBatteryFields,
  ascending: [['dischargeLimitV', 'ratedV', 'chargeLimitV']],
  ops: ['set'],
})
