import { defineMenu } from '@lamplight/kit'
import { jobsEntry, topMenuGrant } from './pages.ts'

/** Menus of system administration. The identity slice adds the pages of 权限管理. */
export const systemMenu = defineMenu([
  { code: 'system', label: ['系统管理', 'System'], path: '/system', icon: 'setting', sort: 90 },
  { code: 'system_people', label: ['组织与用户', 'People'], path: '/system/people', icon: 'team', sort: 10, parent: 'system' },
  { code: 'system_access', label: ['租户与登录', 'Tenants and sign-in'], path: '/system/access', icon: 'lock', sort: 20, parent: 'system' },
  { code: 'system_menus', label: ['菜单与导航', 'Menus'], path: '/system/navigation', icon: 'menu', sort: 30, parent: 'system' },
  {
    code: 'system_values',
    label: ['字典与参数', 'Settings'],
    path: '/system/values',
    icon: 'book',
    sort: 40,
    parent: 'system',
  },
  { code: 'resource', label: ['资源管理', 'Resources'], path: '/resource', icon: 'hdd', sort: 92 },
  topMenuGrant,
  { code: 'tool', label: ['研发工具', 'Tools'], path: '/develop', icon: 'chip', sort: 96 },
  { code: 'monitor', label: ['系统监控', 'Monitoring'], path: '/monitor', icon: 'chart', sort: 94 },
  jobsEntry,
  { code: 'log', label: ['日志管理', 'Logs'], path: '/monitor/log', icon: 'history', sort: 10, parent: 'monitor' },
])
