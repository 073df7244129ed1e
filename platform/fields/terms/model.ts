import type { Field, FieldOptions, Text } from '@lamplight/kit'
import { type FieldModel, isEmpty, several, single } from '../type.ts'

export interface TermsOptions extends FieldOptions {
  /** The texts that may occur, and their labels. */
  readonly words: Readonly<Record<string, Text>>
}

/** Texts of a fixed vocabulary: the faults of a device, its mode. */
export const terms = <const W extends Readonly<Record<string, Text>>, const O extends FieldOptions>(
  words: W,
  options: O,
): Field<readonly string[], O & { readonly words: W }, 'terms'> => ({ kind: 'terms', options: { ...options, words } })

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Labels of the texts in the order in which they came; a text that has none is its own label. */
export const termWords = (value: readonly string[], { words }: TermsOptions, lang: 'zh' | 'en'): string =>
  value.map((one) => words[one]?.[lang === 'zh' ? 0 : 1] ?? one).join(lang === 'zh' ? '、' : ', ')

/** Several texts without commas; a comma-joined string on the wire, arrays are also accepted. */
export const termsModel: FieldModel<readonly string[], TermsOptions> = {
  kind: 'terms',
  schema: () => ({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }] }),
  search: ({ words }) => several(Object.keys(words).map(escaped).join('|')),
  example: ({ words }) => [Object.keys(words)[0] ?? ''],
  answer: ({ words }) => [{ type: 'string', description: `of ${Object.keys(words).join(', ')}; divided by commas` }],
  wireNames: single,
  toWire: (value) => [(value ?? []).join(',')],
  fromWire: ([part]) => {
    if (isEmpty(part)) return null
    const found = Array.isArray(part) ? part : typeof part === 'string' ? part.split(',').map((one) => one.trim()) : [undefined]
    if (!found.every((one) => typeof one === 'string')) return undefined
    const filled = found.filter(Boolean)
    return filled.length > 0 ? filled : null
  },
  check: (value, { words }) => (value.every((one) => Object.hasOwn(words, one)) ? null : ['不是可选的值', 'is not one of the choices']),
}
