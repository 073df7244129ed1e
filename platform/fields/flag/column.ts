import { type FieldColumn, PG, plain } from '../column-type.ts'
import type { FlagOptions } from './model.ts'

export const flagColumn: FieldColumn<FlagOptions> = {
  ...plain('boolean', 'equal'),
  json: (text, type, { plain: isPlain }) => {
    if (text !== null && type !== PG.bool) return undefined
    const isOn = text === 't'
    return isPlain ? String(isOn) : isOn ? '1' : '0'
  },
}
