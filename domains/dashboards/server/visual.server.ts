import {
  addRow,
  type Ctx,
  changed,
  changeRow,
  fieldError,
  inTransaction,
  onServer,
  type Query,
  tableOf,
  visibleRow,
} from '@lamplight/server-kit'
import { dashboardsErrors } from '../model/dashboards.errors.ts'
import { visual, visualShare, visualVersion } from '../model/visual.resource.ts'
import { contentOf, DEFAULT_SIZE, emptyContent, filesIn, type VisualContent, visualFault } from '../model/visual-content.ts'
import { namesFault } from './data.ts'

/** Number of versions of a dashboard that are kept, besides the published one. */
const KEPT = 50
const PUBLISHED = 1
const TITLE_MOST = 60

interface VisualRow {
  readonly id: string
  readonly tenantId: string
  readonly title: string
  readonly category?: string | null
  readonly remark?: string | null
  readonly status?: number | null
  readonly width?: number | null
  readonly height?: number | null
  readonly locked?: boolean | null
  readonly version?: number | null
  readonly publishedVersion?: number | null
  readonly content?: string | null
  readonly files?: readonly { readonly id: string }[] | null
}

const parsed = (text: string): VisualContent => {
  try {
    return JSON.parse(text) as VisualContent
  } catch {
    throw dashboardsErrors.badContent({ why: 'JSON' }, 'content')
  }
}

/** Reads content and version, which rows of hooks may lack, and whether there is a password. Locks the row until the transaction ends. */
const storedOf = async (query: Query, id: string) => {
  const [row] = await query<{ version: number | null; content: string | null; held: boolean }>(
    'select version, content, password is not null as held from dashboards_visual where id = $1 for update',
    [id],
  )
  return { version: row?.version ?? 0, content: row?.content ?? '', held: row?.held ?? false }
}

/** Throws if the content does not fit the size of the dashboard, or names an unknown query, column or file. */
const checkContent = (ctx: Ctx, row: VisualRow, content: VisualContent, isNew: boolean): void => {
  const size = { width: row.width ?? DEFAULT_SIZE.width, height: row.height ?? DEFAULT_SIZE.height }
  const files = new Set((row.files ?? []).map(({ id }) => id))
  const why = visualFault(size, content) ?? namesFault(ctx, content, files)
  if (why === null) return
  if (!isNew && why.endsWith('x, y, w, h')) throw dashboardsErrors.outside(size, 'width')
  throw dashboardsErrors.badContent({ why }, 'content')
}

/** The password of a write: a new one is stored as a hash, `locked: 0` removes it. Throws if one is needed and there is none. */
const passwordOf = async (
  ctx: Ctx,
  { password, locked }: { readonly password?: string | null; readonly locked?: boolean | null },
  held: boolean,
): Promise<Readonly<Record<string, unknown>>> => {
  if (locked === false) return { locked: false, password: null }
  if (password) return { locked: true, password: await ctx.platform.hash.make(password) }
  if (locked === true && !held) throw dashboardsErrors.passwordMissing({}, 'password')
  return locked === undefined || locked === null ? { locked: held } : { locked }
}

/**
 * Visual dashboards. A change of the content must give the edited version, and makes the next one. A write with status 1 publishes the present content;
 * viewers see that version until the next is published.
 */
export const visualServer = onServer(visual, {
  joined: {
    sql: '',
    fields: {
      shared: `exists (select 1 from ${tableOf(visualShare)} s where s.visual_id = t.id and not s.is_deleted and s.enabled
        and (s.expire_time is null or s.expire_time > now()) and t.status = 1)`,
    },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const before = old as unknown as VisualRow | null
    const stored = before ? await storedOf(query, before.id) : { version: 0, content: '', held: false }
    const row = { ...before, ...draft } as unknown as VisualRow
    const changes = draft.content !== undefined && draft.content !== null && draft.content !== ''
    if (before && changes && draft.version !== stored.version) throw dashboardsErrors.staleContent({ now: stored.version }, 'version')
    const content = changes ? parsed(String(draft.content)) : contentOf(stored.content)
    checkContent(ctx, row, content, changes)
    const version = changes || !before ? stored.version + 1 : stored.version
    const publishes = draft.status === PUBLISHED
    const { content: _sent, password, locked, ...rest } = draft
    return {
      ...rest,
      ...(before ? {} : { width: row.width ?? DEFAULT_SIZE.width, height: row.height ?? DEFAULT_SIZE.height, status: row.status ?? 0 }),
      ...(await passwordOf(ctx, { password: password as string, locked: locked as boolean }, stored.held)),
      ...(changes || !before ? { content: JSON.stringify(changes ? content : emptyContent) } : {}),
      version,
      ...(publishes ? { publishedVersion: version } : {}),
    }
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    const { id, tenantId, version, publishedVersion } = row as unknown as VisualRow
    if ((old as unknown as VisualRow | null)?.version === version || !version) return
    await query(
      `insert into ${tableOf(visualVersion)} (id, tenant_id, visual_id, version, account, content, create_user)
       select $1, $2, $3, $4, $5, v.content, $6 from ${tableOf(visual)} v where v.id = $3`,
      [ctx.platform.newId(), tenantId, id, version, ctx.user.account, ctx.user.id],
    )
    await query(
      `delete from ${tableOf(visualVersion)} where tenant_id = $1 and visual_id = $2 and version <= $3 and version is distinct from $4`,
      [tenantId, id, version - KEPT, publishedVersion ?? null],
    )
  },
  beforeRemove: async ({ query, rows }) => {
    const ids = rows.map(({ id }) => id)
    await query(`update ${tableOf(visualShare)} set is_deleted = true where visual_id = any($1)`, [ids])
  },
  actions: {
    publish: async ({ ctx, ids: [id] }) => {
      await changeRow(ctx, visual, { id, status: PUBLISHED })
      return { count: 1 }
    },
    withdraw: async ({ ctx, ids: [id] }) => {
      await changeRow(ctx, visual, { id, status: 0 })
      return { count: 1 }
    },
    copy: async ({ ctx, ids: [id] }) => {
      const row = await visibleRow<VisualRow>(ctx, visual, String(id))
      const [stored] = await ctx.query<{ content: string }>('select content from dashboards_visual where id = $1', [id])
      const content = withoutFiles(contentOf(stored?.content))
      await addRow(ctx, visual, {
        title: await freeTitle(ctx, row.title),
        category: row.category,
        width: row.width,
        height: row.height,
        remark: row.remark,
        ...(content.items.length > 0 && { content: JSON.stringify(content) }),
      })
      return { count: 1 }
    },
    screen: async ({ ctx, ids: [id] }) =>
      inTransaction(ctx, async (inside) => {
        const [before] = await inside.query<{ id: string }>(
          `select id::text from ${tableOf(visual)} where tenant_id = $1 and on_screen and not is_deleted for update`,
          [inside.tenantId],
        )
        // A tenant has one data screen. `readonly`: no write of the row changes it.
        await inside.query(`update ${tableOf(visual)} set on_screen = (id = $1) where tenant_id = $2 and (id = $1 or on_screen)`, [
          id,
          inside.tenantId,
        ])
        const detail = changed({ onScreen: before?.id ?? '' }, { onScreen: String(id) })
        await inside.audit({ what: 'dashboards.visual.screen', target: String(id), detail }, inside.query)
        return { count: 1 }
      }),
    restore: async ({ ctx, ids: [id], input }) => {
      const [found] = await ctx.query<{ content: string; now: number }>(
        `select c.content, v.version as now from ${tableOf(visualVersion)} c join ${tableOf(visual)} v on v.id = c.visual_id
         where c.visual_id = $1 and c.version = $2`,
        [id, input.restored],
      )
      if (!found) throw dashboardsErrors.noVersion({ version: input.restored }, 'restored')
      await changeRow(ctx, visual, { id, content: found.content, version: found.now })
      return { count: 1 }
    },
  },
})

/** Files belong to one dashboard: a copy has none. */
const withoutFiles = ({ config, items }: VisualContent): VisualContent => ({
  config: { ...config, background: filesIn({ config, items: [] }).size > 0 ? 'default' : config.background },
  items: items.map((item) => (item.file ? { ...item, file: '' } : item)),
})

/** Returns `title` with a number that no other dashboard has. */
const freeTitle = async (ctx: Ctx, title: string): Promise<string> => {
  const stem = title.slice(0, TITLE_MOST - 5)
  const rows = await ctx.query<{ title: string }>(`select title from ${tableOf(visual)} where not is_deleted and tenant_id = $1`, [
    ctx.tenantId,
  ])
  const taken = new Set(rows.map((row) => row.title))
  for (let n = 2; n < 1000; n += 1) if (!taken.has(`${stem} (${n})`)) return `${stem} (${n})`
  throw fieldError('title', ['已有过多副本', 'has too many copies'], ctx.lang)
}

export const visualVersionServer = onServer(visualVersion, {})
