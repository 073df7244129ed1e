import type { DictionaryWords, Platform, Query } from '@lamplight/server-kit'
import { type Dictionary, GROUP_KEY } from '../model/dict.resource.ts'

/** Adds dictionaries, and looks up their words. */
export interface Dictionaries extends DictionaryWords {
  /** Adds dictionaries and entries that were never there; what administrators changed or removed stays as they left it. */
  readonly ensure: (dictionaries: readonly Dictionary[]) => Promise<void>
}
const LOCK = 7_263_601

interface Known {
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

export const createDictionaries = (platform: Platform): Dictionaries => {
  const add = async (query: Query, row: Entry): Promise<string> => {
    const id = platform.newId()
    await query(
      `insert into system_dict (id, tenant_id, parent_id, code, dict_key, dict_value, dict_en_value, sort, is_sealed, remark)
       values ($1, '000000', $2, $3, $4, $5, $6, $7, false, $8)`,
      [id, row.parentId, row.code, row.key, row.zh, row.en, row.sort, row.remark],
    )
    return id
  }
  return {
    words: async (codes, lang) => {
      const rows = await platform.system.query<{ code: string; dict_key: string; word: string }>(
        `select code, dict_key, coalesce(nullif(${lang === 'en' ? 'dict_en_value' : 'dict_value'}, ''), dict_value) as word
         from system_dict where code = any($1) and parent_id is not null and not is_deleted`,
        [codes],
      )
      const byCode = Map.groupBy(rows, ({ code }) => code)
      return new Map([...byCode].map(([code, entries]) => [code, new Map(entries.map((entry) => [entry.dict_key, entry.word]))]))
    },
    ensure: (dictionaries) =>
      platform.system.tx(async (query) => {
        await query('select pg_advisory_xact_lock($1)', [LOCK])
        const known = await query<Known>('select id, code, dict_key, parent_id from system_dict where code = any($1)', [
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
      }),
  }
}
