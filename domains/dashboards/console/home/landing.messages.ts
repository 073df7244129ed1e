import type { Text } from '@lamplight/kit'
import { homePage } from '../../model/pages.ts'

export const L = {
  systems: ['系统导航', 'Systems'],
  logout: ['退出系统', 'Sign out'],
  simpleTitle: ['密码过于简单', 'Simple password'],
  simple: ['系统检测到您的密码设置过于简单，是否修改密码？', 'Your password is very simple. Change it now?'],
  change: ['修改密码', 'Change password'],
  later: ['以后再说', 'Not now'],
  leaving: [
    '温馨提示：离开首页前请确认设备运行状态及告警处理情况。',
    'Please check device status and open alarms before leaving the home page.',
  ],
  litLamps: ['亮灯', 'Lamps lit'],
  overview: homePage.label,
  none: ['还没有可以进入的系统，请联系管理员分配菜单。', 'You cannot open any system yet. Ask an administrator to grant you menus.'],
} as const satisfies Record<string, Text>
