import { Age, useFormat, useNow } from '@lamplight/console-kit'

/** Returns true if the report time `at` (epoch ms, or a wire time) is older than `staleMs`. */
export const useStale = (at: number | string | null | undefined, staleMs: number): boolean => {
  const { instant } = useFormat()
  const now = useNow()
  const ms = typeof at === 'string' ? instant(at) : at
  return ms === null || ms === undefined || ms <= 0 || now - ms > staleMs
}

/** A reported number in a list. An old value is grey. The tooltip shows its age. */
export const ReportedValue = ({
  value,
  at,
  unit,
  decimals,
  staleMs,
}: {
  readonly value: number | null
  /** Wire time of the report. */
  readonly at: string | null | undefined
  readonly unit: string
  readonly decimals: number | undefined
  readonly staleMs: number
}) => {
  const format = useFormat()
  const stale = useStale(at, staleMs)
  if (value === null) return <span className="ll-f-none">—</span>
  const ms = at ? format.instant(at) : null
  return (
    <span className={stale ? 'll-f-number ll-age--stale' : 'll-f-number'} title={stale && ms ? format.age(ms, Date.now()) : undefined}>
      {unit ? format.unit(value, unit, decimals) : format.number(value, decimals)}
    </span>
  )
}

/** Age of the last report of a device. */
export const ReportedAge = ({ value, staleMs }: { readonly value: string | null; readonly staleMs: number }) => (
  <Age at={value} staleMs={staleMs} />
)
