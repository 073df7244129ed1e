import { deviceType } from '@lamplight/devices/model'
import { typeWith } from '@lamplight/devices/server'
import { type Ctx, changeRow, onServer, type Query, visibleRow } from '@lamplight/server-kit'
import { type BoardKind, type BoardUnit, board, boardFault, boardVersion, firstContent, roadcabinetsErrors } from '../model/index.ts'
import { type ProductRow, productOf } from './product.server.ts'

/** Number of versions of a board that are kept. */
const KEPT = 50

interface BoardRow {
  readonly id: string
  readonly tenantId: string
  readonly kind: BoardKind
  readonly productId: string
  readonly version?: number | null
  readonly content?: string | null
}

/** Returns the units of a product with the properties and commands of their types. */
const unitsOf = async (ctx: Ctx, { units }: ProductRow): Promise<readonly BoardUnit[]> => {
  const found: BoardUnit[] = []
  for (const { code, name, typeId } of units) {
    const { code: typeCode } = await visibleRow<{ code?: number }>(ctx, deviceType, typeId)
    const type = await typeWith(ctx, typeCode)
    const properties = Object.entries(type?.properties ?? {}).flatMap(([one, { retired }]) => (retired ? [] : [one]))
    found.push({ code, name, properties, commands: Object.keys(type?.commands ?? {}) })
  }
  return found
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw roadcabinetsErrors.badBoard({ why: 'JSON' }, 'content')
  }
}

/** Reads the present version and locks the board until the transaction ends. */
const lockedVersion = async (query: Query, id: string): Promise<number> => {
  const [row] = await query<{ version: number }>('select version from roadcabinets_board where id = $1 for update', [id])
  return row?.version ?? 0
}

/** Boards. The content is checked against the product. A change of the content must give the edited version; the last 50 versions are stored. */
export const boardServer = onServer(board, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const before = old as unknown as BoardRow | null
    const row = { ...old, ...draft } as unknown as BoardRow
    if (before && (row.kind !== before.kind || row.productId !== before.productId)) throw roadcabinetsErrors.boardFixed({}, 'kind')
    if (before && draft.content === undefined) return { ...draft, version: before.version ?? 1 }
    if (before) {
      const now = await lockedVersion(query, before.id)
      if (draft.version !== now) throw roadcabinetsErrors.staleBoard({ now }, 'version')
    }
    const made = await productOf(ctx, query, row.productId)
    const content = draft.content ? parsed(String(draft.content)) : firstContent(row.kind, made.layout ?? [])
    const why = boardFault(row.kind, content, await unitsOf(ctx, made))
    if (why) throw roadcabinetsErrors.badBoard({ why }, 'content')
    return { ...draft, content: JSON.stringify(content), version: (before?.version ?? 0) + 1 }
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    const { id, tenantId, version, content } = row as unknown as BoardRow
    if ((old as unknown as BoardRow | null)?.version === version) return
    await query(
      `insert into roadcabinets_board_version (id, tenant_id, board_id, version, account, content, create_user)
       select $1, $2, $3, $4, $5, $6, $7`,
      [ctx.platform.newId(), tenantId, id, version, ctx.user.account, content, ctx.user.id],
    )
    await query('delete from roadcabinets_board_version where tenant_id = $1 and board_id = $2 and version <= $3', [
      tenantId,
      id,
      Number(version) - KEPT,
    ])
  },
  actions: {
    restore: async ({ ctx, ids: [id], input }) => {
      const [found] = await ctx.query<{ content: string; now: number }>(
        `select v.content, b.version as now from roadcabinets_board_version v join roadcabinets_board b on b.id = v.board_id
         where v.board_id = $1 and v.version = $2`,
        [id, input.restored],
      )
      if (!found) throw roadcabinetsErrors.noVersion({ version: input.restored }, 'restored')
      await changeRow(ctx, board, { id, content: found.content, version: found.now })
      return { count: 1 }
    },
  },
})
export const boardVersionServer = onServer(boardVersion, {})
