import type { ResultWords } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'

/** Results that entries of several slices share; those of one slice come from it (`contributeResults`). Most entries are written with what they tell of and say nothing more: it was done. */
const SHARED: Readonly<Record<string, Text>> = {
  '': ['成功', 'Success'],
  ok: ['成功', 'Success'],
  queued: ['已排队', 'Queued'],
  failed: ['失败', 'Failed'],
  unknown: ['失败', 'Failed'],
  used: ['下载链接已用过', 'Link used before'],
  aged: ['下载链接已过期', 'Link expired'],
}
const TONES: Readonly<Record<string, 'success' | 'info'>> = { '': 'success', ok: 'success', queued: 'info' }
const SHARE = /^(\d+)\/(\d+)$/
/** A clause with a value to fill in, with what follows it. */
const FILLED = /[，。：；,.:;]?\s*[^，。：；,.:;]*\{\w+\}.*$/

export const sliceOf = (what: string | null | undefined): string => (what ?? '').split('.')[0] ?? ''

/** A text of a refusal without its clauses about one case: an entry keeps the code, not the values that filled it. */
const plain = ([zh, en]: Text): Text => [zh.replace(FILLED, ''), en.replace(FILLED, '')]

/** The result of an entry in words with the tone of its mark; a code without words stays a code. */
export const resultOf = (
  value: string,
  own: ResultWords = {},
): { readonly tone: 'success' | 'info' | 'warning' | 'danger'; readonly text: Text } => {
  const [, n, total] = SHARE.exec(value) ?? []
  if (n && total) return { tone: n === total ? 'success' : 'warning', text: [`${n} / ${total} 成功`, `${n} / ${total} succeeded`] }
  const found = own[value]
  return { tone: TONES[value] ?? 'danger', text: SHARED[value] ?? (found ? plain(found) : [value, value]) }
}
