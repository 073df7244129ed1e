import { type Field, type FieldOptions, imeiOf, shapeFault, type Text, type TextShape } from '@lamplight/kit'
import { type FieldModel, isEmpty, single } from '../type.ts'

export interface TextOptions extends FieldOptions {
  readonly max?: number
  /** A regular expression for the whole value, and the message if it does not match. */
  readonly match?: { readonly pattern: string; readonly text: Text }
  /** A common format of texts: a phone number, an address. */
  readonly shape?: TextShape
  /** The server sends requests to this address: a write is refused unless the deployment allows it. */
  readonly called?: true
  readonly multiline?: true
  /** The text is a month, `yyyy-MM`; a new entry begins with the last complete month. */
  readonly lastMonth?: true
  /** Words for a text in a form that devices store (`12345 08:00-22:00`); undefined if the text has another form and is shown as it is. */
  readonly inWords?: (stored: string) => Text | undefined
  /** The text is the name of a resource: exported files show its label. */
  readonly of?: 'resource'
}
const LONGEST = 500

/** The label of a key, number or id for other programs (wire-contract.md: `categoryName`); the server sets it. */
export const word = (
  label: Text,
): Field<string, { readonly label: Text; readonly readonly: true; readonly hidden: true; readonly from: 'words' }, 'text'> => ({
  kind: 'text',
  options: { label, readonly: true, hidden: true, from: 'words' },
})

export const text = <const O extends TextOptions>(options: O): Field<string, O, 'text'> => ({ kind: 'text', options })

/** Candidates for an example text: the declared one, the initial value, the label, then texts in common formats. */
const candidates = (o: TextOptions, n: number): readonly string[] => {
  const end = n === 0 ? '' : String(n)
  const words = o.label[0] + end
  const latin = o.label[1].toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') + end
  const declared = [o.example, o.initial].filter((text) => typeof text === 'string')
  return [
    ...declared.map((text) => (o.unique ? text + end : text)),
    // Keeps the length, for texts of a fixed length such as hexadecimal ids.
    ...(o.unique && end !== '' ? declared.map((text) => text.slice(0, -end.length) + end) : []),
    words,
    latin,
    latin.replaceAll('-', ''),
    String(13_800_000_000 + n),
    `https://example.com/${latin}`,
    imeiOf(String(86_000_000_000_000 + n)),
  ]
}

/** Plain text of at most `max` characters (default 500). */
export const textModel: FieldModel<string, TextOptions> = {
  kind: 'text',
  schema: (o) => ({ type: ['string', 'null'], maxLength: o.max ?? LONGEST }),
  search: (o) => ({ type: 'string', maxLength: o.max ?? LONGEST, pattern: '^[^\\u0000]*$' }),
  example: (o, n) => [candidates(o, n).find((text) => textModel.check(text, o) === null)],
  answer: () => [{ type: 'string' }],
  wireNames: single,
  toWire: (value) => [value ?? ''],
  fromWire: ([part]) => {
    if (isEmpty(part)) return null
    if (typeof part === 'number') return String(part)
    return typeof part === 'string' ? part.trim() || null : undefined
  },
  check: (value, o) => {
    const max = o.max ?? LONGEST
    if (value.length > max) return [`不能超过${max}个字符`, `must have at most ${max} characters`]
    if (value.includes('\u0000') || !value.isWellFormed()) return ['含有不允许的字符', 'has a character that is not allowed']
    const fault = o.shape ? shapeFault(o.shape, value) : null
    if (fault) return fault
    return o.match && !new RegExp(`^(?:${o.match.pattern})$`, 'u').test(value) ? o.match.text : null
  },
}
