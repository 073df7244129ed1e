import { defineMenu } from '@lamplight/kit'

/** The group 垃圾桶与井盖 of the system 智慧城市 (decisions.md A19), and the pages that are not the list of a resource of this slice. */
export const environmentMenu = defineMenu([
  { code: 'trash_area', label: ['垃圾桶与井盖', 'Bins and covers'], path: '/trash', icon: 'trash', sort: 20, parent: 'smart_city' },
  {
    code: 'trash_overview',
    label: ['运行统计', 'Statistics'],
    path: '/trash/overview/index',
    icon: 'chart',
    sort: 10,
    parent: 'trash_area',
    roles: 'read',
  },
  {
    code: 'trash_collection',
    label: ['清运路线', 'Collection route'],
    path: '/trash/collection/index',
    icon: 'road',
    sort: 20,
    parent: 'trash_area',
    roles: 'read',
  },
  {
    code: 'trash_command',
    label: ['批量指令', 'Batch commands'],
    path: '/trash/command/index',
    icon: 'control',
    sort: 30,
    parent: 'trash_area',
    roles: 'read',
  },
  {
    code: 'trash_group',
    label: ['垃圾桶分组', 'Groups of bins'],
    path: '/equipmentMana/trashGroup/index',
    icon: 'group',
    sort: 32,
    parent: 'equipment',
    roles: 'read',
  },
  {
    code: 'well_group',
    label: ['井盖分组', 'Groups of covers'],
    path: '/equipmentMana/wellGroup/index',
    icon: 'group',
    sort: 33,
    parent: 'equipment',
    roles: 'read',
  },
])
