import { NumberCell, NumberFilter, numberInput } from '../number-input.tsx'
import type { FieldView } from '../view-type.ts'
import { type DecimalOptions, numberModel } from './model.ts'

export const numberView: FieldView<number, DecimalOptions> = {
  kind: 'number',
  Cell: NumberCell,
  Input: numberInput((typed, options) => numberModel.fromWire([typed], options)),
  Filter: NumberFilter,
  width: 100,
  align: 'right',
}
