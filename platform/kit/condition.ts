import type { DeviceProperty, DeviceTypeDefinition } from './device-type.ts'
import type { Text } from './text.ts'

/** gt, ge, lt, le: above, at least, below, at most · eq, ne: is, is not · has, lacks: a list contains the text, or does not. */
export type Operator = 'gt' | 'ge' | 'lt' | 'le' | 'eq' | 'ne' | 'has' | 'lacks'

/** A property of a device type that a rule can compare with a limit: the operators it allows, and the range of the limit. */
export interface ConditionChoice extends Pick<DeviceProperty, 'unit' | 'min' | 'max' | 'decimals' | 'values' | 'words'> {
  readonly property: string
  readonly label: Text
  readonly operators: readonly Operator[]
}

export const OPERATORS: Readonly<Record<Operator, Text>> = {
  gt: ['大于', 'above'],
  ge: ['大于等于', 'at least'],
  lt: ['小于', 'below'],
  le: ['小于等于', 'at most'],
  eq: ['等于', 'is'],
  ne: ['不等于', 'is not'],
  has: ['包含', 'contains'],
  lacks: ['不包含', 'does not contain'],
}

const ORDERED = ['gt', 'ge', 'lt', 'le', 'eq', 'ne'] as const
const EQUAL = ['eq', 'ne'] as const
const operatorsOf = ({ type = 'number', values }: DeviceProperty): readonly Operator[] => {
  if (type === 'time') return []
  if (type === 'list') return ['has', 'lacks']
  return type === 'number' && !values ? ORDERED : EQUAL
}

/** Returns the properties of a device type that rules can compare: all that are not retired, except times. */
export const conditionsOf = ({ properties }: Pick<DeviceTypeDefinition, 'properties'>): readonly ConditionChoice[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const operators = operatorsOf(property)
    if (property.retired || operators.length === 0) return []
    const { label, unit, min, max, decimals, values, words } = property
    return [{ property: name, label, operators, unit, min, max, decimals, values, words }]
  })
