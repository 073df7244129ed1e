import type { Dictionary } from '@lamplight/kit'
import type { Platform, Query } from '@lamplight/server-kit'
import { GROUP_KEY } from '../model/dict.resource.ts'

const LOCK = 7_263_601

interface StoredEntry {
  id: string
  code: string
  dict_key: string
  parent_id: string | null
}
interface Entry {
  parentId: string | null
  code: string
  key: string
  zh: string
  en: string
  sort: number
  remark: string | null
}

/** Adds dictionaries and entries that have never existed; those that administrators changed or removed stay as they are. */
export const seedDictionaries = (platform: Platform, dictionaries: readonly Dictionary[]): Promise<void> => {
  const add = async (query: Query, row: Entry): Promise<string> => {
    const id = platform.newId()
    await query(
      `insert into system_dict (id, tenant_id, parent_id, code, dict_key, dict_value, dict_en_value, sort, is_sealed, remark)
       values ($1, '000000', $2, $3, $4, $5, $6, $7, false, $8)`,
      [id, row.parentId, row.code, row.key, row.zh, row.en, row.sort, row.remark],
    )
    return id
  }
  return platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const known = await query<StoredEntry>('select id, code, dict_key, parent_id from system_dict where code = any($1)', [
      dictionaries.map(({ code }) => code),
    ])
    for (const [at, dictionary] of dictionaries.entries()) {
      const own = known.filter((row) => row.code === dictionary.code)
      const group =
        own.find((row) => row.parent_id === null)?.id ??
        (await add(query, {
          parentId: null,
          code: dictionary.code,
          key: GROUP_KEY,
          zh: dictionary.name[0],
          en: dictionary.name[1],
          sort: at + 1,
          remark: dictionary.remark ?? null,
        }))
      for (const [place, [key, zh, en]] of dictionary.entries.entries())
        if (!own.some((row) => row.dict_key === key))
          await add(query, { parentId: group, code: dictionary.code, key, zh, en, sort: place + 1, remark: null })
    }
  })
}
