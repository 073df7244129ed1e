import type { Field, FieldOptions, Text, Tone } from '@lamplight/kit'
import { declaredAs, type FieldModel, isEmpty, several, single } from '../type.ts'

export interface FlagOptions extends FieldOptions {
  /** Labels for 0 and 1 instead of "no" and "yes". */
  readonly words?: readonly [off: Text, on: Text]
  /** Tones of 0 and 1; default: "no" is neutral, "yes" is good. */
  readonly tones?: readonly [off: Tone, on: Tone]
  /** True: true or false on the wire. Only for calls that had this form before. */
  readonly plain?: true
}
export const flag = <const O extends FlagOptions>(options: O): Field<boolean, O, 'flag'> => ({ kind: 'flag', options })

/** Yes or no; 1 or 0 on the wire, if it is not `plain`. */
export const flagModel: FieldModel<boolean, FlagOptions> = {
  kind: 'flag',
  schema: (o) => declaredAs({ enum: [0, 1, '0', '1', true, false, null, ''] }, { type: 'integer', enum: [0, 1] }, o),
  search: () => several('0|1|true|false'),
  example: () => [1],
  answer: ({ plain }) => [plain ? { type: 'boolean' } : { type: 'integer', enum: [0, 1] }],
  wireNames: single,
  toWire: (value, { plain }) => [plain ? value === true : value ? 1 : 0],
  fromWire: ([part]) => {
    if (isEmpty(part) || part === -1) return null
    if (part === 1 || part === '1' || part === true || part === 'true') return true
    return part === 0 || part === '0' || part === false || part === 'false' ? false : undefined
  },
  check: () => null,
}
