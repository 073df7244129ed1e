/** Time after which a shown report is read again, ms. New reports of devices are in the sums of a report within a minute. */
export const REPORT_REFRESH_MS = 60_000
