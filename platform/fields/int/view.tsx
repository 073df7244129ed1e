import { NumberCell, NumberFilter, numberInput, numberWidth } from '../number-input.tsx'
import { rangeRule } from '../rule-hint.ts'
import type { FieldView } from '../view-type.ts'
import { intModel, type NumberOptions } from './model.ts'

export const intView: FieldView<number, NumberOptions> = {
  kind: 'int',
  Cell: NumberCell,
  Input: numberInput((typed, options) => intModel.fromWire([typed], options)),
  Filter: NumberFilter,
  rule: rangeRule,
  width: numberWidth(90),
  align: 'right',
}
