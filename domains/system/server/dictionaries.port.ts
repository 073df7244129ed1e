import type { DictionaryWords, Platform } from '@lamplight/server-kit'

export const createDictionaries = (platform: Platform): DictionaryWords => ({
  words: async (codes, lang) => {
    const rows = await platform.system.query<{ code: string; dict_key: string; word: string }>(
      `select code, dict_key, coalesce(nullif(${lang === 'en' ? 'dict_en_value' : 'dict_value'}, ''), dict_value) as word
       from system_dict where code = any($1) and parent_id is not null and not is_deleted`,
      [codes],
    )
    const byCode = Map.groupBy(rows, ({ code }) => code)
    return new Map([...byCode].map(([code, entries]) => [code, new Map(entries.map((entry) => [entry.dict_key, entry.word]))]))
  },
})
