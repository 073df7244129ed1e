import { Age, LampStateMark, useFormat, useNow } from '@lamplight/console-kit'

/** ms after which a value of a lamp counts as old: twice the interval of reports. */
export const STALE_MS = 10 * 60_000

interface LiveRow {
  readonly currentControllerStatus?: number | null
  readonly dim?: number | null
  readonly reportedAt?: string | null
}

/** Whether what a lamp reported at `at` (epoch ms, or a wire time) is old by now. */
export const useStale = (at: number | string | null | undefined): boolean => {
  const { instant } = useFormat()
  const now = useNow()
  const ms = typeof at === 'string' ? instant(at) : at
  return ms === null || ms === undefined || ms <= 0 || now - ms > STALE_MS
}

/** The state of a lamp in a list, with the mark of the map. */
export const LampStateCell = ({ value, row }: { readonly value: number | null; readonly row: LiveRow }) => (
  <LampStateMark state={value} dim={row.dim ?? null} />
)

const Reported = ({ value, row, unit, decimals }: { value: number | null; row: LiveRow; unit: string; decimals: number }) => {
  const format = useFormat()
  const stale = useStale(row.reportedAt)
  if (value === null) return <span className="ll-f-none">—</span>
  const ms = row.reportedAt ? format.instant(row.reportedAt) : null
  return (
    <span className={stale ? 'll-f-number ll-age--stale' : 'll-f-number'} title={stale && ms ? format.age(ms, Date.now()) : undefined}>
      {format.unit(value, unit, decimals)}
    </span>
  )
}
/** What a lamp reported; grey once it is old, the age in its hint. */
export const LevelCell = (given: { readonly value: number | null; readonly row: LiveRow }) => <Reported {...given} unit="%" decimals={0} />
export const WattsCell = (given: { readonly value: number | null; readonly row: LiveRow }) => <Reported {...given} unit="W" decimals={1} />
/** When a lamp last reported, as an age. */
export const ReportedCell = ({ value }: { readonly value: string | null }) => <Age at={value} staleMs={STALE_MS} />
