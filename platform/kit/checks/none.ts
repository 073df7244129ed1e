import type * as checks from './all.ts'

/** Browsers load these: the server has checked the same definitions when it started. */
const none = (): void => undefined
export const checkListing: typeof checks.checkListing = none
export const checkReport: typeof checks.checkReport = none
export const checkReportSource: typeof checks.checkReportSource = none
export const checkResource: typeof checks.checkResource = none
