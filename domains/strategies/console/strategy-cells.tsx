import { createCalendar, dateOf } from '@lamplight/calendar'
import { hasPage, Link, useFormat, useT } from '@lamplight/console-kit'
import type { ColumnProps } from '@lamplight/console-kit/resource'
import { useMemo } from 'react'
import type { strategy } from '../model/strategy.resource.ts'
import { entryFrom, type StoredEntry } from '../model/strategy-fields.ts'
import { NightStrip } from './night/night-plot.tsx'
import { useSite } from './night/place-line.tsx'
import { useToday } from './night/use-night.ts'
import { EVERY_LAMP } from './publish/use-preview.ts'
import { strategyHref } from './routes.ts'
import { S } from './strategies.messages.ts'

type Cell<K extends keyof (typeof strategy)['fields']> = ColumnProps<typeof strategy, K>

const STRIP = { width: 168, height: 26 } as const

/** The levels of a strategy tonight, as a strip from noon to noon. */
export const TonightCell = ({ value, row }: Cell<'entries'>) => {
  const t = useT()
  const today = useToday()
  const { site } = useSite(EVERY_LAMP, null)
  const calendar = useMemo(() => createCalendar({ entries: ((value ?? []) as readonly StoredEntry[]).map(entryFrom) }, site), [value, site])
  return <NightStrip calendar={calendar} day={today} {...STRIP} label={`${row.name} · ${t(S.tonight)} ${dateOf(today)}`} />
}

const DRIFT = '/city/controlCenter/paramDrift/index'
const CALENDARS = `${DRIFT}?family=calendar`

const Count = ({ value, to, isBad }: { value: number | null; to: string | null; isBad?: boolean }) => {
  const format = useFormat()
  if (!value) return <span className="ll-f-none">{format.number(value ?? 0)}</span>
  const shown = <span className="ll-f-number">{format.number(value)}</span>
  return to ? (
    <Link to={to} className={isBad ? 'll-st-bad' : undefined}>
      {shown}
    </Link>
  ) : (
    shown
  )
}
const hrefOf = ({ id, kind }: { readonly id: string; readonly kind?: number | null }): string => strategyHref({ id, kind: kind ?? 1 })
const calendars = (): string | null => (hasPage(DRIFT) ? CALENDARS : null)

/** Counts of the devices of a strategy; drifted calendars are on the page of differing parameters. */
export const AssignedCell = ({ value, row }: Cell<'assigned'>) => <Count value={value} to={hrefOf(row)} />
export const HeldCell = ({ value, row }: Cell<'held'>) => <Count value={value} to={hrefOf(row)} />
export const DriftedCell = ({ value }: Cell<'drifted'>) => <Count value={value} to={calendars()} isBad />
export const FailedCell = ({ value }: Cell<'failed'>) => <Count value={value} to={calendars()} isBad />

export const PublishedCell = ({ value }: Cell<'publishedAt'>) => {
  const t = useT()
  const format = useFormat()
  return value ? (
    <time className="ll-f-number">{format.time(value, 'minute')}</time>
  ) : (
    <span className="ll-f-none">{t(S.neverPublished)}</span>
  )
}
