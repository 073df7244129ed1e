import type { ResultWords } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'

/** Results used by entries of several slices; a slice adds its own by `contributeResults`. The empty result means success. */
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
/** A clause that contains a placeholder, and all text after it. */
const FILLED = /[，。：；,.:;]?\s*[^，。：；,.:;]*\{\w+\}.*$/

export const sliceOf = (what: string | null | undefined): string => (what ?? '').split('.')[0] ?? ''

/** Removes clauses with placeholders from the text of a refusal: an entry stores the code, not the values. */
const plain = ([zh, en]: Text): Text => [zh.replace(FILLED, ''), en.replace(FILLED, '')]

/** Returns the text of an entry's result and the tone of its icon; an unknown code is shown as it is. */
export const resultOf = (
  value: string,
  own: ResultWords = {},
): { readonly tone: 'success' | 'info' | 'warning' | 'danger'; readonly text: Text } => {
  const [, n, total] = SHARE.exec(value) ?? []
  if (n && total) return { tone: n === total ? 'success' : 'warning', text: [`${n} / ${total} 成功`, `${n} / ${total} succeeded`] }
  const found = own[value]
  return { tone: TONES[value] ?? 'danger', text: SHARED[value] ?? (found ? plain(found) : [value, value]) }
}
