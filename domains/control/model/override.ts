/** Longest reason of an override without an end, characters. */
export const REASON_AT_MOST = 200
