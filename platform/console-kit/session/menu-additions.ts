import type { Lang, Text } from '@lamplight/kit'
import { pick } from '@lamplight/kit'
import type { Menu } from './menu.ts'
import type { UserInfo } from './user.ts'

type Who = Pick<UserInfo, 'tenantId' | 'roles'>
interface Addition {
  readonly path: string
  readonly label: Text
  readonly icon: string
  /** Path of its group, which is created if the menu does not contain it. */
  readonly under: string
  readonly group: Text
  readonly for: (who: Who) => boolean
  /** Entries below this one. Entries without a page are left out. */
  readonly children?: readonly Pick<Addition, 'path' | 'label' | 'icon'>[]
}

const platform = ({ tenantId }: Who): boolean => tenantId === '000000'
const TERMINAL = { under: '/sun/terminal', group: ['终端管理', 'Terminals'] } as const satisfies Partial<Addition>
const MAINTENANCE = { under: '/city/maintenance', group: ['运维管理', 'Maintenance'] } as const satisfies Partial<Addition>

const PRODUCTS = '/roadCabinet/productManagement'

/** Entries that the console adds to the server's menu, by tenant and role (rule.perm.add.*, decisions.md A5, A20). */
const ADDITIONS: readonly Addition[] = [
  { path: '/sun/terminal/esimManage', label: ['SIM卡维护', 'SIM card maintenance'], icon: 'chip', ...TERMINAL, for: platform },
  {
    path: '/city/delayOfflineSetting/index',
    label: ['延迟离线设置', 'Delayed-offline setting'],
    icon: 'disconnect',
    ...MAINTENANCE,
    for: platform,
  },
  { path: '/city/bindInformation', label: ['绑定信息', 'Bindings'], icon: 'book', ...MAINTENANCE, for: platform },
  {
    path: '/sun/terminal/sunFunction',
    label: ['功能定制', 'Solar functions'],
    icon: 'control',
    ...TERMINAL,
    for: ({ roles }) => roles.some((role) => role.includes('admin')),
  },
  {
    path: PRODUCTS,
    label: ['产品管理', 'Product management'],
    icon: 'cluster',
    under: '/roadCabinet',
    group: ['道路机柜', 'Road cabinets'],
    for: ({ roles }) => roles.includes('administrator'),
    children: [
      { path: `${PRODUCTS}/ComprehensiveProduct`, label: ['综合产品', 'Comprehensive products'], icon: 'cluster' },
      { path: `${PRODUCTS}/UnitProduct`, label: ['单元产品', 'Unit products'], icon: 'chip' },
      { path: `${PRODUCTS}/InterfaceManage`, label: ['接口管理', 'Interfaces'], icon: 'gateway' },
    ],
  },
]

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
/** Entries that only carry rights (`meta.menu` false) do not count. */
const has = (menus: readonly Menu[], path: string): boolean =>
  menus.some((menu) => (same(menu.path, path) && menu.meta?.menu !== false) || has(menu.children ?? [], path))

const entry = (path: string, name: string, source: string, parent: Menu | null): Menu => ({
  id: `console:${path}`,
  parentId: parent?.id ?? '0',
  code: `console:${path}`,
  name,
  path,
  source,
  sort: 1000,
  isOpen: 1,
  ...(parent?.systemId && { systemId: parent.systemId }),
})
const into = (group: Menu, made: (parent: Menu) => Menu): Menu => ({ ...group, children: [...(group.children ?? []), made(group)] })

const insert = (menus: readonly Menu[], at: string, made: (parent: Menu) => Menu): readonly Menu[] =>
  menus.map((menu) => {
    if (same(menu.path, at)) return into(menu, made)
    return menu.children ? { ...menu, children: insert(menu.children, at, made) } : menu
  })

/** Adds an entry to its group; creates a missing group, in its system if that exists. */
const added = (menus: readonly Menu[], { path, label, icon, under, group, children = [] }: Addition, lang: Lang): readonly Menu[] => {
  const leaf = (parent: Menu): Menu => {
    const made = entry(path, pick(label, lang), icon, parent)
    return children.length > 0 ? { ...made, children: children.map((one) => entry(one.path, pick(one.label, lang), one.icon, made)) } : made
  }
  if (has(menus, under)) return insert(menus, under, leaf)
  const branch = (parent: Menu | null): Menu => into(entry(under, pick(group, lang), 'setting', parent), leaf)
  const system = `/${under.split('/')[1]}`
  return has(menus, system) ? insert(menus, system, branch) : [...menus, branch(null)]
}

/** The server's menu with the console's additions for this user; without duplicates, and without entries whose page does not exist (`hasPage`). */
export const withAdditions = (menus: readonly Menu[], who: Who | null, hasPage: (path: string) => boolean, lang: Lang): readonly Menu[] => {
  if (!who) return menus
  const wanted = ADDITIONS.filter((addition) => addition.for(who) && hasPage(addition.path) && !has(menus, addition.path)).map(
    (addition) => ({
      ...addition,
      ...(addition.children && { children: addition.children.filter(({ path }) => hasPage(path)) }),
    }),
  )
  return wanted.reduce<readonly Menu[]>((now, addition) => added(now, addition, lang), menus)
}

/** Removes entries for other roles (wire-contract.md 8: `meta.roles`). */
export const forRoles = (menus: readonly Menu[], roles: readonly string[]): readonly Menu[] =>
  menus.flatMap((menu) => {
    const only = menu.meta?.roles
    if (only?.length && !only.some((role) => roles.includes(role))) return []
    return [menu.children ? { ...menu, children: forRoles(menu.children, roles) } : menu]
  })
