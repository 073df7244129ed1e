import { defineMenu } from '@lamplight/kit'

/** 指令记录 below city lighting (the menu `city` of places), and the rights to command, which every page with lamps uses. */
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
      { code: 'controller_dim', label: ['调光', 'Dim'], action: 3 },
      { code: 'controller_switch', label: ['开关灯', 'Switch'], action: 3 },
      { code: 'commandrecord_retry', label: ['重试', 'Retry'], action: 2 },
      { code: 'commandrecord_cancel', label: ['取消', 'Cancel'], action: 2 },
    ],
  },
])
