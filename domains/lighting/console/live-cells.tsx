import { LampStateMark } from '@lamplight/console-kit'
import { ReportedAge, ReportedValue } from '@lamplight/control/console'
import { controllerType } from '@lamplight/devices/model'

/** Age from which a lamp's value counts as old, ms: twice the reporting interval. */
export const STALE_MS = 2 * controllerType.reportsEvery * 60_000

interface LiveRow {
  readonly currentControllerStatus?: number | null
  readonly dim?: number | null
  readonly reportedAt?: string | null
}
interface Props {
  readonly value: number | null
  readonly row: LiveRow
}

/** State of a lamp in a list, with the map's mark. */
export const LampStateCell = ({ value, row }: Props) => <LampStateMark state={value} dim={row.dim ?? null} />
/** A reported value; grey when old, with the age in its tooltip. */
export const LevelCell = ({ value, row }: Props) => (
  <ReportedValue value={value} at={row.reportedAt} unit="%" decimals={0} staleMs={STALE_MS} />
)
export const WattsCell = ({ value, row }: Props) => (
  <ReportedValue value={value} at={row.reportedAt} unit="W" decimals={1} staleMs={STALE_MS} />
)
/** Age of a lamp's last report. */
export const ReportedCell = ({ value }: { readonly value: string | null }) => <ReportedAge value={value} staleMs={STALE_MS} />
