import { trashFill } from './trash-fill.report.ts'

/** The statistical reports of the slice. */
export const definedReports = [trashFill] as const
