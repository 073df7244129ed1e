import { defineMenu } from '@lamplight/kit'
import { COMMAND_RIGHTS } from './command-rights.ts'

/**
 * The menu 指令记录 below city lighting (menu `city` of places), and the rights to send commands, which the
 * lamp list and all other pages with lamps use.
 */
export const controlMenu = defineMenu([
  {
    code: 'commandrecord',
    label: ['指令记录', 'Command records'],
    path: '/city/commandRecord/index',
    icon: 'history',
    sort: 50,
    parent: 'city',
    resource: 'control.batch',
    permissions: [
      ...COMMAND_RIGHTS,
      { code: 'commandrecord_retry', label: ['重试', 'Retry'], action: 2, roles: 'commands' },
      { code: 'commandrecord_cancel', label: ['取消', 'Cancel'], action: 2, roles: 'commands' },
    ],
  },
  { code: 'control_center', label: ['控制中心', 'Control centre'], path: '/city/controlCenter', icon: 'control', sort: 49, parent: 'city' },
  {
    code: 'deviceparams',
    label: ['参数下发', 'Device parameters'],
    path: '/city/controlCenter/params/index',
    icon: 'setting',
    sort: 0,
    parent: 'control_center',
    permissions: [{ code: 'deviceparams_view', label: ['查看', 'View'], action: 1, roles: 'read' }],
  },
  {
    code: 'paramdrift',
    label: ['参数偏差', 'Parameter drift'],
    path: '/city/controlCenter/paramDrift/index',
    icon: 'warning',
    sort: 1,
    parent: 'control_center',
    permissions: [{ code: 'paramdrift_view', label: ['查看', 'View'], action: 1, roles: 'read' }],
  },
])
