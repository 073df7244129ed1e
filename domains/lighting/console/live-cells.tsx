import { LampStateMark } from '@lamplight/console-kit'
import { ReportedAge, ReportedValue } from '@lamplight/control/console'

/** ms after which a value of a lamp counts as old: twice the interval of reports. */
export const STALE_MS = 10 * 60_000

interface LiveRow {
  readonly currentControllerStatus?: number | null
  readonly dim?: number | null
  readonly reportedAt?: string | null
}
interface Given {
  readonly value: number | null
  readonly row: LiveRow
}

/** The state of a lamp in a list, with the mark of the map. */
export const LampStateCell = ({ value, row }: Given) => <LampStateMark state={value} dim={row.dim ?? null} />
/** What a lamp reported; grey once it is old, the age in its hint. */
export const LevelCell = ({ value, row }: Given) => (
  <ReportedValue value={value} at={row.reportedAt} unit="%" decimals={0} staleMs={STALE_MS} />
)
export const WattsCell = ({ value, row }: Given) => (
  <ReportedValue value={value} at={row.reportedAt} unit="W" decimals={1} staleMs={STALE_MS} />
)
/** When a lamp last reported, as an age. */
export const ReportedCell = ({ value }: { readonly value: string | null }) => <ReportedAge value={value} staleMs={STALE_MS} />
