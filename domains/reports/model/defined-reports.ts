import { deviceCharge } from './charge.report.ts'
import { commandReport } from './command-results.report.ts'
import { energy } from './energy.report.ts'
import { envValues, meterEnergy, replaced } from './extra.report.ts'
import { lightRate } from './light-rate.report.ts'
import { online } from './online.report.ts'
import { powerConsumption } from './power-consumption.report.ts'
import { solarVoltage } from './solar-voltage.report.ts'
import { trashFill } from './trash-fill.report.ts'

/** The statistical reports, in the order of the menu. */
export const definedReports = [
  energy,
  powerConsumption,
  lightRate,
  solarVoltage,
  online,
  commandReport,
  meterEnergy,
  envValues,
  trashFill,
  replaced,
  deviceCharge,
] as const
