/** Addresses that are known before the pages: the tray and the map lead to them. */
export const PARAMS_PATH = '/city/controlCenter/params/index'
export const DRIFT_PATH = '/city/controlCenter/paramDrift/index'
