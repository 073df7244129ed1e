import { useFormat } from '@lamplight/console-kit'
import { RowLink } from '@lamplight/console-kit/resource'
import { unitSymbol } from '@lamplight/kit'
import { FAULT_RULES } from '../model/fault-rules.ts'
import { trashType } from '../model/trash.device.ts'
import { wellType } from '../model/well.device.ts'

interface Row {
  readonly deviceId?: string | null
  readonly deviceType?: number | null
  readonly kind: number
}

/** Name of the device of a fault, linked to its page. */
export const NameCell = ({ value, row }: { readonly value: string | null; readonly row: Row }) => (
  <RowLink resource={row.deviceType === wellType.code ? 'environment.well' : 'environment.trash'} id={row.deviceId ?? ''}>
    {value || '—'}
  </RowLink>
)

/** Measured value of a fault with the unit of its property. */
export const MeasuredCell = ({ value, row }: { readonly value: number | null; readonly row: Row }) => {
  const { unit } = useFormat()
  const type = row.deviceType === wellType.code ? wellType : trashType
  const rule = FAULT_RULES[type.name].find(({ kind }) => kind === row.kind)
  const { unit: code = '' } = (type.properties as Readonly<Record<string, { readonly unit?: string }>>)[rule?.property ?? ''] ?? {}
  // Faults without a number and unit, such as an open cover, have no measured value.
  if (value === null || code === '') return '—'
  return unit(value, unitSymbol(code), 1)
}
