/** Page of issued commands. Its definition is loaded when it opens. */
export const ISSUED = { path: '/city/controlCenter/issueCommand/index', label: ['下发指令', 'Issued commands'] } as const

/** Addresses that are known before the pages: the tray and the map lead to them. */
export const PARAMS_PATH = '/city/controlCenter/params/index'
export const DRIFT_PATH = '/city/controlCenter/paramDrift/index'
