import { defineMenu } from '@lamplight/kit'
import { COMMAND_RIGHTS } from './command-rights.ts'

/** 指令记录 below city lighting (the menu `city` of places), and the rights to command, which every page with lamps uses: the lamp list's actions need the same ones. */
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
])
