/** Synonyms in the search of pages, in lower case. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['导入', '上传', 'import', 'upload'],
  ['导出', '下载', 'export', 'download'],
  ['学校', '校园', '学院', '院所', 'school', 'campus', 'institute'],
  ['村', '乡村', '太阳能', 'village', 'solar'],
  ['报警', '告警', 'alarm', 'alert'],
  ['故障', '坏灯', 'fault', 'broken'],
  ['电费', '账单', 'bill', 'invoice'],
  ['交班', '交接班', '值班', 'shift', 'handover'],
  ['排程', '日历', '策略', 'schedule', 'calendar', 'strategy'],
  ['账号', '用户', 'account', 'user'],
]

/** Returns the typed word and its synonyms. */
export const sameWords = (word: string): readonly string[] => {
  const own = SYNONYMS.filter((words) => words.includes(word)).flat()
  return own.length > 0 ? own : [word]
}

/** A verb that a list offers: the words that people type, the right for it, and the query that opens its form. */
export const VERBS = [
  { name: 'import', words: ['导入', '上传', 'import', 'upload'], right: 'import', query: { import: '1' } },
  { name: 'add', words: ['新增', '新建', '添加', 'create', 'add', 'new'], right: 'add', query: { create: '1' } },
] as const

/** Splits a typed text at its verb: `导入灯具` → import, `灯具`; null without a verb at its start or end. */
export const readVerb = (text: string): { readonly verb: (typeof VERBS)[number]; readonly rest: string } | null => {
  const typed = text.trim().toLowerCase()
  for (const verb of VERBS)
    for (const word of verb.words) {
      // A Latin verb must be a whole word: `address` does not contain the verb `add`.
      const ends = /[a-z]/.test(word) ? '(?![a-z])' : ''
      const starts = /[a-z]/.test(word) ? '(?<![a-z])' : ''
      const found = new RegExp(`^${word}${ends}|${starts}${word}$`).exec(typed)
      if (found) return { verb, rest: (typed.slice(0, found.index) + typed.slice(found.index + word.length)).trim() }
    }
  return null
}
