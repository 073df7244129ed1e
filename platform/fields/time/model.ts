import type { Field, FieldOptions, Text } from '@lamplight/kit'
import { type FieldModel, isEmpty, several, single } from '../type.ts'

export interface TimeOptions extends FieldOptions {
  /** True: a new form starts with the present time. */
  readonly now?: true
  /** True: in a command, the time must be later than the present. */
  readonly ahead?: true
}
export const time = <const O extends TimeOptions>(options: O): Field<string, O, 'time'> => ({ kind: 'time', options })

/** Message about a time that is not `ahead`. */
export const NOT_AHEAD: Text = ['应晚于当前时间', 'must be later than now']

const FORM = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?)?)?$/

/** True for a time that the calendar has: `Date.parse` takes 31 February for 3 March. */
const isTime = (text: string): boolean => {
  if (!FORM.test(text)) return false
  const day = text.slice(0, 10)
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) && !Number.isNaN(Date.parse(text.replace(' ', 'T')))
}

/**
 * A time. Internally an ISO string with offset; on the wire `yyyy-MM-dd HH:mm:ss` in the tenant's zone. Only the server knows
 * the zone, so its codec converts between them.
 */
export const timeModel: FieldModel<string> = {
  kind: 'time',
  schema: () => ({ type: ['string', 'null'], examples: ['2026-11-20 18:30:00'] }),
  search: () => several('\\d{4}-\\d{2}-\\d{2}([ T][^,]*)?'),
  example: () => ['2030-01-02 03:04:05'],
  answer: () => [
    { type: 'string', pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})?$', examples: ['2026-11-20 18:30:00'] },
  ],
  wireNames: single,
  toWire: (value) => [value ?? ''],
  fromWire: ([part]) => (isEmpty(part) ? null : typeof part === 'string' && isTime(part) ? part : undefined),
  check: () => null,
}
