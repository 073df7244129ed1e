import { NumberCell, NumberFilter, numberInput, numberWidth } from '../number-input.tsx'
import { rangeRule } from '../rule-hint.ts'
import type { FieldView } from '../view-type.ts'
import { type DecimalOptions, numberModel } from './model.ts'

export const numberView: FieldView<number, DecimalOptions> = {
  kind: 'number',
  Cell: NumberCell,
  Input: numberInput((typed, options) => numberModel.fromWire([typed], options)),
  Filter: NumberFilter,
  rule: rangeRule,
  width: numberWidth(100),
  align: 'right',
}
