import type { Permission, Text } from '@lamplight/kit'
import { keptSecret, type Platform } from '@lamplight/server-kit'
import { type Cell, type Columns, insertMany } from '@lamplight/server-kit/data'
import { BUTTON, PAGE } from '../model/menu.resource.ts'
import { type DeclaredPage, logsPort, menusPort } from '../model/ports.ts'
import { declaredDictionaries, declaredParams } from './declared.ts'
import { FILES_KEY } from './files/files.port.ts'
import { seedSystemMenus } from './menus/system-menus.ts'
import { paramSecrets } from './param-secrets.ts'
import { seedDictionaries } from './seed-dictionaries.ts'

const LOCK = 7_263_602
/** Icons of common buttons; others get a tool icon. */
const ICONS: Readonly<Record<string, string>> = {
  add: 'plus',
  edit: 'form',
  delete: 'delete',
  view: 'file-text',
  import: 'upload',
  export: 'download',
}

const MENU_COLUMNS: Columns = [
  ['id', 'bigint'],
  ['tenant_id', 'text'],
  ['parent_id', 'bigint'],
  ['code', 'text'],
  ['name', 'text'],
  ['en_name', 'text'],
  ['path', 'text'],
  ['source', 'text'],
  ['category', 'int'],
  ['alias', 'text'],
  ['action', 'int'],
  ['is_open', 'int'],
  ['sort', 'int'],
  ['hidden', 'boolean'],
  ['remark', 'text'],
]
type MenuRow = Readonly<Record<string, Cell>>
const menuCells = (row: MenuRow): Cell[] => MENU_COLUMNS.map(([name]) => row[name] ?? null)

const pageRow = (id: string, { item }: DeclaredPage, parentId: string | null): MenuRow => ({
  id,
  tenant_id: '000000',
  parent_id: parentId,
  is_open: 1,
  code: item.code,
  name: item.label[0],
  en_name: item.label[1],
  path: item.path,
  source: item.icon,
  category: PAGE,
  alias: 'menu',
  action: 0,
  sort: item.sort,
  hidden: item.hidden ?? false,
  remark: null,
})

const buttonRow = (id: string, page: DeclaredPage, permission: Permission, parentId: string | null, sort: number): MenuRow => {
  const alias = permission.code.slice(permission.code.lastIndexOf('_') + 1)
  return {
    id,
    tenant_id: '000000',
    parent_id: parentId,
    is_open: 1,
    code: permission.code,
    name: permission.label[0],
    en_name: permission.label[1],
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

/** Sorts parents before children. */
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
 * Adds menus and buttons that have never existed, by code. Those that administrators renamed, moved or removed stay as they
 * are: the row of a removed one still has its code.
 */
export const seedMenus = (platform: Platform, pages: readonly DeclaredPage[]): Promise<void> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const rows = await query<{ id: string; code: string; is_deleted: boolean }>('select id, code, is_deleted from system_menu')
    const known = new Set(rows.map((row) => row.code))
    const living = new Map(rows.filter((row) => !row.is_deleted).map((row) => [row.code, row.id]))
    // A permission declared by several pages belongs to the page whose code is its prefix.
    const homeOf = (code: string): DeclaredPage | undefined =>
      pages.find(({ item, permissions }) => code.startsWith(`${item.code}_`) && permissions.some((permission) => permission.code === code))
    const added: MenuRow[] = []
    for (const page of inOrder(pages)) {
      if (!known.has(page.item.code)) {
        const above = page.item.parent === undefined ? undefined : living.get(page.item.parent)
        const id = platform.newId()
        added.push(pageRow(id, page, above ?? null))
        living.set(page.item.code, id)
      }
      const parentId = living.get(page.item.code)
      if (parentId === undefined) continue
      for (const [at, permission] of page.permissions.entries())
        if (!known.has(permission.code) && (homeOf(permission.code) ?? page) === page) {
          known.add(permission.code)
          added.push(buttonRow(platform.newId(), page, permission, parentId, at + 1))
        }
    }
    await insertMany(query, 'system_menu', MENU_COLUMNS, added.map(menuCells))
  })

/** A text in both languages, as stored in `system_param`. */
const bothOf = (text: Text | undefined): string | null => (text ? text.join(' / ') : null)

/** Adds declared parameters that have never existed, and updates the types of all. Values set by administrators stay. */
const seedParams = (platform: Platform): Promise<void> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const known = new Set((await query<{ param_key: string }>('select param_key from system_param')).map((row) => row.param_key))
    for (const { key, label, about, type, value = '' } of declaredParams(platform).values())
      if (known.has(key))
        await query('update system_param set value_type = $2 where param_key = $1 and value_type is distinct from $2', [
          key,
          JSON.stringify(type),
        ])
      else
        await query(
          `insert into system_param (id, tenant_id, param_name, param_key, param_value, remark, value_type) values ($1, '000000', $2, $3, $4, $5, $6)`,
          [platform.newId(), bothOf(label), key, value, bothOf(about), JSON.stringify(type)],
        )
  })

/** Seeds menus, dictionaries and parameters declared by slices; runs at each start. */
export const seedSystem = async (platform: Platform): Promise<void> => {
  // From here on, log lines are also stored in the log tables.
  platform.port(logsPort)
  await keptSecret(platform, FILES_KEY)
  await seedMenus(platform, platform.port(menusPort).pages())
  await seedDictionaries(platform, declaredDictionaries(platform))
  await seedParams(platform)
  await seedSystemMenus(platform)
  const secrets = [...declaredParams(platform).values()].filter(({ type }) => type.kind === 'secret')
  await paramSecrets(platform).seal(secrets.map(({ key }) => key))
}
