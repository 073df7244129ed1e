import type { Dictionary } from '@lamplight/kit'
import type { Platform } from '@lamplight/server-kit'
import { type Cell, type Columns, insertMany } from '@lamplight/server-kit/data'
import { GROUP_KEY } from '../model/dict.resource.ts'

const LOCK = 7_263_601

interface StoredEntry {
  id: string
  code: string
  dict_key: string
  parent_id: string | null
}
interface Entry {
  readonly parentId: string | null
  readonly code: string
  readonly key: string
  readonly zh: string
  readonly en: string
  readonly sort: number
  readonly remark: string | null
}
const COLUMNS: Columns = [
  ['id', 'bigint'],
  ['tenant_id', 'text'],
  ['parent_id', 'bigint'],
  ['code', 'text'],
  ['dict_key', 'text'],
  ['dict_value', 'text'],
  ['dict_en_value', 'text'],
  ['sort', 'int'],
  ['is_sealed', 'boolean'],
  ['remark', 'text'],
]

/** Adds dictionaries and entries that have never existed; those that administrators changed or removed stay as they are. */
export const seedDictionaries = (platform: Platform, dictionaries: readonly Dictionary[]): Promise<void> => {
  const added: Cell[][] = []
  const add = ({ parentId, code, key, zh, en, sort, remark }: Entry): string => {
    const id = platform.newId()
    added.push([id, '000000', parentId, code, key, zh, en, sort, false, remark])
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
        add({
          parentId: null,
          code: dictionary.code,
          key: GROUP_KEY,
          zh: dictionary.name[0],
          en: dictionary.name[1],
          sort: at + 1,
          remark: dictionary.remark ?? null,
        })
      for (const [place, [key, zh, en]] of dictionary.entries.entries())
        if (!own.some((row) => row.dict_key === key))
          add({ parentId: group, code: dictionary.code, key, zh, en, sort: place + 1, remark: null })
    }
    await insertMany(query, 'system_dict', COLUMNS, added)
  })
}
