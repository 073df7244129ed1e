import type { MenuItem } from '@lamplight/kit'
import { JOBS_PATH } from './paths.ts'

/** Entries of the menu whose pages the console makes by hand. */
export const jobsEntry = {
  code: 'jobs',
  label: ['任务中心', 'Jobs'],
  path: JOBS_PATH,
  icon: 'dense',
  sort: 5,
  parent: 'monitor',
  permissions: [
    { code: 'jobs_view', label: ['查看', 'View'], action: 1, roles: 'jobs' },
    { code: 'jobs_all', label: ['查看所有人的任务', "Everybody's jobs"], action: 1, roles: 'access' },
  ],
} as const satisfies MenuItem
export const topMenuGrant = {
  code: 'topmenugrant',
  label: ['顶部菜单授权', 'Top menu content'],
  path: '/authority/topmenu',
  icon: 'columns',
  sort: 40,
  parent: 'authority',
  roles: 'platform',
  opens: 'topmenu_setting',
} as const satisfies MenuItem
