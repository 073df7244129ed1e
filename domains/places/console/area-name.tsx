import { useFormat, useT } from '@lamplight/console-kit'
import { useCounts } from './use-counts.ts'

/** Name of an area with the number of rows in it. */
export const AreaName = ({ value, row }: { readonly value: string | null; readonly row: { readonly id: string } }) => {
  const t = useT()
  const { number } = useFormat()
  const counts = useCounts().get(row.id) ?? []
  return (
    <>
      {value}
      {counts.length > 0 && (
        <small className="ll-f-unit"> {counts.map(({ label, count }) => `${label} ${number(count)}`).join(t(['，', ', ']))}</small>
      )}
    </>
  )
}
