import type { Permission } from '@lamplight/kit'
import type { Platform, Query } from '@lamplight/server-kit'
import { BUTTON, PAGE } from '../model/menu.resource.ts'
import { KNOWN_PARAMS } from '../model/params.ts'
import { type DeclaredPage, logsPort, menusPort } from '../model/ports.ts'
import { DICTIONARIES } from './dictionaries.ts'
import { paramSecrets } from './param-secrets.ts'
import { dictionariesPort } from './ports.ts'
import { seedSystemMenus } from './system-menus.ts'

const LOCK = 7_263_602
/** Icons of the usual buttons; others show a tool. */
const ICONS: Readonly<Record<string, string>> = {
  add: 'plus',
  edit: 'form',
  delete: 'delete',
  view: 'file-text',
  import: 'upload',
  export: 'download',
}

interface NewMenu {
  parentId: string | null
  code: string
  name: string
  enName: string
  path: string
  source: string
  category: number
  alias: string
  action: number
  sort: number
  hidden: boolean
  remark: string | null
}

const insertMenu = async (platform: Platform, query: Query, row: NewMenu): Promise<string> => {
  const id = platform.newId()
  await query(
    `insert into system_menu (id, tenant_id, parent_id, code, name, en_name, path, source, category, alias, action, is_open, sort, hidden, remark)
     values ($1, '000000', $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $12, $13)`,
    [
      id,
      row.parentId,
      row.code,
      row.name,
      row.enName,
      row.path,
      row.source,
      row.category,
      row.alias,
      row.action,
      row.sort,
      row.hidden,
      row.remark,
    ],
  )
  return id
}

const pageRow = ({ item }: DeclaredPage, parentId: string | null): NewMenu => ({
  parentId,
  code: item.code,
  name: item.label[0],
  enName: item.label[1],
  path: item.path,
  source: item.icon,
  category: PAGE,
  alias: 'menu',
  action: 0,
  sort: item.sort,
  hidden: item.hidden ?? false,
  remark: null,
})

const buttonRow = (page: DeclaredPage, permission: Permission, parentId: string | null, sort: number): NewMenu => {
  const alias = permission.code.slice(permission.code.lastIndexOf('_') + 1)
  return {
    parentId,
    code: permission.code,
    name: permission.label[0],
    enName: permission.label[1],
    path: `${page.item.path}/${alias}`,
    source: ICONS[alias] ?? 'tool',
    category: BUTTON,
    alias,
    action: permission.action,
    sort,
    hidden: false,
    remark: permission.about ? permission.about.join(' / ') : null,
  }
}

/** Pages above before pages below. */
const inOrder = (pages: readonly DeclaredPage[]): DeclaredPage[] => {
  const byCode = new Map(pages.map((page) => [page.item.code, page]))
  const depth = (page: DeclaredPage, seen: readonly string[] = []): number => {
    const above = page.item.parent === undefined ? undefined : byCode.get(page.item.parent)
    if (!above) return 0
    if (seen.includes(above.item.code)) throw new Error(`menu ${page.item.code} stands below itself`)
    return 1 + depth(above, [...seen, page.item.code])
  }
  return [...pages].sort((a, b) => depth(a) - depth(b))
}

/**
 * Adds menus and buttons that were never there, by code. Those that administrators renamed, moved or removed stay as they left them:
 * a removed row is still known by its code.
 */
export const seedMenus = (platform: Platform, pages: readonly DeclaredPage[]): Promise<void> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const rows = await query<{ id: string; code: string; is_deleted: boolean }>('select id, code, is_deleted from system_menu')
    const known = new Set(rows.map((row) => row.code))
    const living = new Map(rows.filter((row) => !row.is_deleted).map((row) => [row.code, row.id]))
    // A right that several pages declare hangs on the one it is named after.
    const homeOf = (code: string): DeclaredPage | undefined =>
      pages.find(({ item, permissions }) => code.startsWith(`${item.code}_`) && permissions.some((permission) => permission.code === code))
    for (const page of inOrder(pages)) {
      if (!known.has(page.item.code)) {
        const above = page.item.parent === undefined ? undefined : living.get(page.item.parent)
        living.set(page.item.code, await insertMenu(platform, query, pageRow(page, above ?? null)))
      }
      const parentId = living.get(page.item.code)
      if (parentId === undefined) continue
      for (const [at, permission] of page.permissions.entries())
        if (!known.has(permission.code) && (homeOf(permission.code) ?? page) === page) {
          known.add(permission.code)
          await insertMenu(platform, query, buttonRow(page, permission, parentId, at + 1))
        }
    }
  })

const PARAMS = (platform: Platform): readonly (readonly [key: string, name: string, value: string, remark: string])[] => [
  ['account.initPassword', '初始密码 / Initial password', '123456', '新用户与重置密码时使用 / Used for new users and password resets'],
  [
    'account.captcha',
    '登录验证码 / Sign-in captcha',
    'false',
    '登录时输入图中字符；只能减慢自动猜测密码，防护靠账号锁定与两步验证 / Typed at sign-in. It only slows automatic guessing; account locks and two-step verification protect',
  ],
  [
    'map.tileUrl',
    '底图地址 / Map tiles',
    platform.config.tileUrl,
    '如 https://host/{z}/{x}/{y}.png；为空时使用内置街道 / Empty: the streets that ship with the platform',
  ],
  [
    'upload.max.inventory',
    '清单文件上限 / Largest inventory file',
    '64',
    'MB，最大 64；更大的文件用命令行导入 / MB, 64 at most; larger files come in by the command line',
  ],
  [
    'console.dataScreen.tenantIds',
    '显示数据大屏按钮的租户 / Tenants with the data-screen button',
    '000000,666666,731100,127779,100001,100002,100003,100004',
    '租户编号，逗号分隔；有“数据大屏”权限的用户总能看到 / Tenant ids, divided by commas; holders of the permission see it anyway',
  ],
  ['console.landing.hiddenNames', '系统导航隐藏的名称 / Home shortcuts that are hidden', '', '名称，逗号分隔 / Names, separated by commas'],
  [
    'console.lightMoveCar.url',
    '一键挪车的地址 / Address of the car-moving entry',
    '',
    'https 地址，在新窗口打开；为空时不显示该入口 / Opened in a new window; empty: the entry is hidden',
  ],
  ['log.keepDays', '日志保留天数 / Log retention in days', '90', '1 至 3650 天；审计日志不在此列 / 1 to 3650; not the audit log'],
  [
    'audit.keepDays',
    '审计日志保留天数 / Audit log retention in days',
    '',
    '至少 30 天；为空时永久保留 / at least 30; empty: kept for ever',
  ],
  [
    'backup.at',
    '每日备份时间 / Time of the daily backup',
    '',
    'HH:MM，按服务器时区；为空时不备份 / HH:MM in the zone of the server; empty: no backups',
  ],
  ['backup.keep', '保留的定时备份数 / Number of scheduled backups kept', '7', '手动备份不受影响 / Manual backups are not affected'],
  ['upload.max.picture', '图片上限 / Largest picture', '10', 'MB，最大 64 / MB, 64 at most'],
  ['upload.max.file', '附件上限 / Largest attachment', '64', 'MB，最大 64 / MB, 64 at most'],
  ['upload.quota.tenant', '每个租户的附件空间 / Space for files of a tenant', '10240', 'MB'],
  ['upload.quota.user', '每个用户的附件空间 / Space for files of a user', '2048', 'MB'],
  ['map.tileCrs', '底图坐标系 / Map datum', 'wgs84', 'wgs84 或 gcj02 / wgs84 or gcj02'],
]

const seedParams = (platform: Platform): Promise<void> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const known = new Set((await query<{ param_key: string }>('select param_key from system_param')).map((row) => row.param_key))
    for (const [key, name, value, remark] of PARAMS(platform))
      if (!known.has(key))
        await query(
          `insert into system_param (id, tenant_id, param_name, param_key, param_value, remark) values ($1, '000000', $2, $3, $4, $5)`,
          [platform.newId(), name, key, value, remark],
        )
  })

/** Menus, dictionaries and parameters that every installation begins with; run at each start. */
export const seedSystem = async (platform: Platform): Promise<void> => {
  // What is noted from here on stands in the logs, too.
  platform.port(logsPort)
  await seedMenus(platform, platform.port(menusPort).pages())
  await platform.port(dictionariesPort).ensure(DICTIONARIES)
  await seedParams(platform)
  await seedSystemMenus(platform)
  await paramSecrets(platform).seal(KNOWN_PARAMS.filter(({ type }) => type.kind === 'secret').map(({ key }) => key))
}
