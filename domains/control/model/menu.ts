import { defineMenu, type MenuItem } from '@lamplight/kit'
import { COMMAND_RIGHTS } from './command-rights.ts'

/** The list of command records in the other systems, by the code of the system's menu (screens sun.cmd, vis.cmd, inst.cmd). */
const RECORDS_OF = {
  sun: '/sun/commandRecord/index',
  visual_equipment: '/visual/equipmentMana/commandRecord/index',
  institute: '/intelligentInstitute/commandRecord/index',
} as const
export const OTHER_RECORDS: readonly string[] = Object.values(RECORDS_OF)

const recordsOf = ([parent, path]: readonly [string, string]): MenuItem => ({
  code: `commandrecord_${parent}`,
  label: ['指令记录', 'Command records'],
  path,
  icon: 'history',
  sort: 90,
  parent,
  roles: 'read',
})

/**
 * The control centre below city lighting with the command records, and the rights to send commands, which the lamp list and all other pages with lamps
 * use. The same records are a page of the other systems.
 */
export const controlMenu = defineMenu([
  {
    code: 'commandrecord',
    label: ['指令记录', 'Command records'],
    path: '/city/controlCenter/commandRecord/index',
    icon: 'history',
    sort: 190,
    parent: 'control_center',
    resource: 'control.batch',
    permissions: [
      ...COMMAND_RIGHTS,
      { code: 'commandrecord_retry', label: ['重试', 'Retry'], action: 2, roles: 'commands' },
      { code: 'commandrecord_cancel', label: ['取消', 'Cancel'], action: 2, roles: 'commands' },
    ],
  },
  { code: 'control_center', label: ['控制中心', 'Control centre'], path: '/city/controlCenter', icon: 'control', sort: 49, parent: 'city' },
  {
    code: 'issuecommand',
    label: ['下发指令', 'Issued commands'],
    path: '/city/controlCenter/issueCommand/index',
    icon: 'dense',
    sort: 195,
    parent: 'control_center',
    roles: 'read',
  },
  ...Object.entries(RECORDS_OF).map(recordsOf),
  {
    code: 'deviceparams',
    label: ['参数下发', 'Device parameters'],
    path: '/city/controlCenter/params/index',
    icon: 'setting',
    sort: 30,
    parent: 'control_center',
    permissions: [
      { code: 'deviceparams_view', label: ['查看', 'View'], action: 1, roles: 'read' },
      { code: 'deviceparams_export', label: ['导出', 'Export'], action: 1, roles: 'export' },
    ],
  },
  {
    code: 'paramdrift',
    label: ['参数偏差', 'Parameter drift'],
    path: '/city/controlCenter/paramDrift/index',
    icon: 'warning',
    sort: 35,
    parent: 'control_center',
    permissions: [{ code: 'paramdrift_view', label: ['查看', 'View'], action: 1, roles: 'read' }],
  },
])
