import { useFormat } from '@lamplight/console-kit'
import { useConditions } from '@lamplight/devices/console'
import { unitSymbol } from '@lamplight/kit'

interface LimitProps {
  readonly value: number | null
  readonly row: { readonly devType: number | null; readonly property: string | null }
}
/** A limit in the unit of its property. */
export const LimitValue = ({ value, row }: LimitProps) => {
  const { number, unit } = useFormat()
  const symbol = useConditions(row.devType).find(({ property }) => property === row.property)?.unit
  return <span>{symbol ? unit(value, unitSymbol(symbol)) : number(value)}</span>
}
