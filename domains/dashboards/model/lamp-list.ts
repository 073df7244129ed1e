export const LAMPS = '/city/lampmanagement/lampinformation/index'
/** Address of the list of all lamps. Without `all=1` the list shows only the lamps of city lighting. */
export const ALL_LAMPS = `${LAMPS}?all=1`
