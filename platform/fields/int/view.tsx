import { NumberCell, NumberFilter, numberInput } from '../number-input.tsx'
import type { FieldView } from '../view-type.ts'
import { intModel, type NumberOptions } from './model.ts'

export const intView: FieldView<number, NumberOptions> = {
  kind: 'int',
  Cell: NumberCell,
  Input: numberInput((typed, options) => intModel.fromWire([typed], options)),
  Filter: NumberFilter,
  width: 90,
  align: 'right',
}
