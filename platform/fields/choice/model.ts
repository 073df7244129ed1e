import type { Field, FieldOptions, LifecycleDefinition, Text, Tone } from '@lamplight/kit'
import { declaredAs, type FieldModel, isEmpty, several, single } from '../type.ts'

export interface ChoiceOptions extends FieldOptions {
  readonly values: Readonly<Record<number, Text>>
  /** Other numbers that calls may send, with the value that each is converted to. */
  readonly also?: Readonly<Record<number, number>>
  readonly tones?: Readonly<Record<number, Tone>>
}

export const choice = <const V extends Readonly<Record<number, Text>>, const O extends Omit<ChoiceOptions, 'values'>>(
  values: V,
  options: O,
): Field<number, O & { readonly values: V }, 'choice'> => ({ kind: 'choice', options: { ...options, values } })

/** The state of a row with a lifecycle: labels and tones are those of the states. Only transitions write it. */
export const state = <const O extends Omit<ChoiceOptions, 'values' | 'tones' | 'readonly'>>(
  { states }: Pick<LifecycleDefinition, 'states'>,
  options: O,
): Field<number, O & Pick<ChoiceOptions, 'values' | 'tones'> & { readonly readonly: true }, 'choice'> =>
  choice(Object.fromEntries(Object.entries(states).map(([value, { text }]) => [value, text])), {
    ...options,
    readonly: true,
    tones: Object.fromEntries(Object.entries(states).map(([value, { tone = 'neutral' }]) => [value, tone])),
  })

/** One of a fixed set of small numbers with labels (decisions.md B and C). */
export const choiceModel: FieldModel<number, ChoiceOptions> = {
  kind: 'choice',
  schema: (o) => {
    const keys = [...new Set([...Object.keys(o.values), ...Object.keys(o.also ?? {})])]
    return declaredAs({ enum: [...keys.map(Number), ...keys, null, '', -1] }, { type: 'integer', enum: keys.map(Number) }, o)
  },
  search: (o) => several(Object.keys(o.values).join('|')),
  example: ({ values, initial }) => [typeof initial === 'number' ? initial : Number(Object.keys(values)[0])],
  answer: ({ values }) => [
    {
      type: 'integer',
      enum: [...new Set([-1, ...Object.keys(values).map(Number)])],
      description: Object.entries(values)
        .map(([value, [, word]]) => `${value} ${word}`)
        .join(', '),
    },
  ],
  wireNames: single,
  toWire: (value) => [value ?? -1],
  fromWire: ([part], { also }) => {
    if (isEmpty(part) || part === -1) return null
    if (typeof part !== 'number' && !(typeof part === 'string' && /^-?\d{1,5}$/.test(part))) return undefined
    const value = also?.[Number(part)] ?? Number(part)
    return Number.isInteger(value) && Math.abs(value) <= 32_767 ? value : undefined
  },
  check: (value, o) => (value in o.values ? null : ['不是可选的值', 'is not one of the choices']),
}
