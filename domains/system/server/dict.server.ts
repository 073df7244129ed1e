import { onServer, type Query, tableOf, treeCte } from '@lamplight/server-kit'
import { dict, dictBiz, GROUP_KEY } from '../model/dict.resource.ts'
import { systemErrors } from '../model/system.errors.ts'

interface Entry {
  readonly id: string
  readonly parentId?: string | null
  readonly code: string
  readonly dictKey?: string | null
}

/** Returns code and key of a written row: an entry has the code of its dictionary and its own key. */
const placed = async (
  table: string,
  query: Query,
  draft: Partial<Entry>,
  old: Entry | null,
): Promise<{ code: string; dictKey: string }> => {
  const parentId = draft.parentId === undefined ? (old?.parentId ?? null) : draft.parentId
  const [parent] = parentId ? await query<{ code: string }>(`select code from ${table} where id = $1 and not is_deleted`, [parentId]) : []
  const code = parent?.code ?? draft.code ?? old?.code ?? ''
  const dictKey = parent ? (draft.dictKey ?? old?.dictKey) : GROUP_KEY
  if (!dictKey) throw systemErrors.dictKeyMissing({}, 'dictKey')
  const [taken] = await query(
    `select 1 from ${table} where code = $1 and dict_key = $2 and id is distinct from $3::bigint and not is_deleted limit 1`,
    [code, dictKey, old?.id ?? null],
  )
  if (taken) throw parent ? systemErrors.dictKeyTaken({}, 'dictKey') : systemErrors.dictCodeTaken({}, 'code')
  return { code, dictKey }
}

/** Copies a changed code of a dictionary to all its entries. */
const handDown = async (table: string, query: Query, row: Entry, old: Entry | null): Promise<void> => {
  if (old && old.code !== row.code)
    await query(
      `with recursive ${treeCte({ table, from: { parent: '$1' } })}
       update ${table} t set code = $2 from below where t.id = below.id`,
      [row.id, row.code],
    )
}

/** A dictionary filters its entries by parent; 0 matches all. */
const parentId = { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' } as const

export const dictServer = onServer(dict, {
  filters: { parentId },
  beforeWrite: async ({ query, draft, old }) => ({ ...draft, ...(await placed(tableOf(dict), query, draft, old)) }),
  afterWrite: ({ query, row, old }) => handDown(tableOf(dict), query, row, old),
})

export const dictBizServer = onServer(dictBiz, {
  filters: { parentId },
  beforeWrite: async ({ query, draft, old }) => ({ ...draft, ...(await placed(tableOf(dictBiz), query, draft, old)) }),
  afterWrite: ({ query, row, old }) => handDown(tableOf(dictBiz), query, row, old),
})
