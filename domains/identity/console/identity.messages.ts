import type { Text } from '@lamplight/kit'

export const M = {
  lockedUntil: ['已锁定，{time} 解除', 'Locked until {time}'],
  partMenu: ['菜单权限', 'Menus'],
  partData: ['数据权限', 'Data scopes'],
  partApi: ['接口权限', 'API scopes'],
  noMenus: ['没有可授予的菜单', 'There are no menus to grant'],
  noData: ['还没有数据权限；可在“数据权限”中新增', 'There are no data scopes; make some under Data scopes'],
  noApi: ['还没有接口权限；可在“接口权限”中新增', 'There are no API scopes; make some under API scopes'],
  depts: ['部门', 'Departments'],
  allDepts: ['全部部门', 'All departments'],
  rights: ['权限', 'Rights'],
  grant: ['权限设置', 'Grant rights'],
  grantN: ['权限设置 {n} 个角色', 'Grant rights to {n} roles'],
  grantTitle: ['“{roles}”的权限', 'Rights of “{roles}”'],
  grantAbout: [
    '勾选页面即授予其下全部按钮权限；保存后数秒内对在线用户生效。您没有的权限不会出现在这里。',
    'A ticked page gives all its buttons; a change reaches signed-in users within seconds. Rights you do not have are not offered.',
  ],
  several: [
    '所选角色的权限将被替换为同一组；勾选的是它们现有权限的并集。',
    'All chosen roles get the same rights; ticked is what any of them has now.',
  ],
  find: ['查找页面或权限', 'Find a page or right'],
  count: ['已选 {n} 项权限', '{n} rights'],
  save: ['保存权限', 'Save rights'],
  saved: ['权限已保存', 'Rights saved'],
  pickOne: ['请选择至少一条数据', 'Select at least one row'],
  all: ['全选', 'All'],
  none: ['清空', 'None'],
  everything: ['平台管理员始终拥有全部权限，无需授予。', 'Administrators of the platform hold every right, always.'],
} as const satisfies Record<string, Text>
