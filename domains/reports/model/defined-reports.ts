import { commandReport } from './command-results.report.ts'
import { energy } from './energy.report.ts'
import { online } from './online.report.ts'
import { trashFill } from './trash-fill.report.ts'

/** The statistical reports, in the order of the menu. */
export const definedReports = [energy, online, commandReport, trashFill] as const
