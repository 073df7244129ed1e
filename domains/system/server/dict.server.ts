import { onServer } from '@lamplight/server-kit'
import { dict, GROUP_KEY } from '../model/dict.resource.ts'
import { systemErrors } from '../model/system.errors.ts'

/** An entry has the code of its dictionary and a key of its own; a changed code of a dictionary goes to its entries. */
export const dictServer = onServer(dict, {
  filters: { parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' } },
  beforeWrite: async ({ query, draft, old }) => {
    const parentId = draft.parentId === undefined ? (old?.parentId ?? null) : draft.parentId
    const [parent] = parentId
      ? await query<{ code: string }>('select code from system_dict where id = $1 and not is_deleted', [parentId])
      : []
    const code = parent?.code ?? draft.code ?? old?.code
    const key = parent ? (draft.dictKey ?? old?.dictKey) : GROUP_KEY
    if (!key) throw systemErrors.dictKeyMissing({}, 'dictKey')
    const [taken] = await query(
      'select 1 from system_dict where code = $1 and dict_key = $2 and id is distinct from $3::bigint and not is_deleted limit 1',
      [code, key, old?.id ?? null],
    )
    if (taken) throw parent ? systemErrors.dictKeyTaken({}, 'dictKey') : systemErrors.dictCodeTaken({}, 'code')
    return { ...draft, code, dictKey: key }
  },
  afterWrite: async ({ query, row, old }) => {
    if (old && old.code !== row.code)
      await query('update system_dict set code = $2 where parent_id = $1 and not is_deleted', [row.id, row.code])
  },
})
