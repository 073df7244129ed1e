import { defineMenu, type MenuItem } from '@lamplight/kit'
import { deviceParams, paramDrift } from './pages.ts'

/** The lists of command records in the other systems: code of the system's menu, address, and type of its projects (screens sun.cmd, vis.cmd, inst.cmd). */
export const OTHER_RECORDS = [
  { parent: 'sun', path: '/sun/commandRecord/index', system: '200' },
  { parent: 'visual_equipment', path: '/visual/equipmentMana/commandRecord/index', system: '3' },
  { parent: 'institute', path: '/intelligentInstitute/commandRecord/index', system: '4' },
] as const

const recordsOf = ({ parent, path }: { readonly parent: string; readonly path: string }): MenuItem => ({
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
  { code: 'control_center', label: ['控制中心', 'Control centre'], path: '/city/controlCenter', icon: 'control', sort: 49, parent: 'city' },
  {
    code: 'control_params',
    label: ['设备参数', 'Device parameters'],
    path: '/city/controlCenter/parameters',
    icon: 'setting',
    sort: 30,
    parent: 'control_center',
  },
  ...OTHER_RECORDS.map(recordsOf),
  deviceParams,
  paramDrift,
])
