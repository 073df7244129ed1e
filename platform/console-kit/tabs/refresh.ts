/** Time after which a shown report is read again, ms: the rollups follow the reports of devices within a minute. */
export const REPORT_REFRESH_MS = 60_000
