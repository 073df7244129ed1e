import type { MenuItem } from '@lamplight/kit'
import { DRIFT_PATH, PARAMS_PATH } from './paths.ts'

/** Entries of the menu whose pages the console makes by hand. */
export const deviceParams = {
  code: 'deviceparams',
  label: ['参数下发', 'Device parameters'],
  path: PARAMS_PATH,
  icon: 'setting',
  sort: 30,
  parent: 'control_params',
  permissions: [
    { code: 'deviceparams_view', label: ['查看', 'View'], action: 1, roles: 'read' },
    { code: 'deviceparams_export', label: ['导出', 'Export'], action: 1, roles: 'export' },
  ],
} as const satisfies MenuItem
export const paramDrift = {
  code: 'paramdrift',
  label: ['参数偏差', 'Parameter drift'],
  path: DRIFT_PATH,
  icon: 'warning',
  sort: 35,
  parent: 'control_params',
  permissions: [{ code: 'paramdrift_view', label: ['查看', 'View'], action: 1, roles: 'read' }],
} as const satisfies MenuItem
