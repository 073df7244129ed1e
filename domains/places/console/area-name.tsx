import { useFormat, useT } from '@lamplight/console-kit'
import './places.css'
import { type AreaCount, useCounts } from './use-counts.ts'

/** Number of kinds that are named below an area; the tooltip names all. */
const MAX_KINDS = 6

/** Name of an area; on lines of its own the number of lamps, devices and other rows in it. */
export const AreaName = ({ value, row }: { readonly value: string | null; readonly row: { readonly id: string } }) => {
  const t = useT()
  const { number } = useFormat()
  const counts = useCounts().get(row.id) ?? []
  const words = (some: readonly AreaCount[]): string => some.map(({ label, count }) => `${label} ${number(count)}`).join(t(['，', ', ']))
  return (
    <>
      {value}
      {counts.length > 0 && (
        <small className="ll-places-counts ll-f-unit" title={words(counts)}>
          {words(counts.slice(0, MAX_KINDS))}
          {counts.length > MAX_KINDS &&
            t(['等 {n} 类', ' and {n} more kind{n:s}'], { n: t([String(counts.length), String(counts.length - MAX_KINDS)]) })}
        </small>
      )}
    </>
  )
}
