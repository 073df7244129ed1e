import { useFormat, useLive, useT } from '@lamplight/console-kit'
import type { ColumnProps, SlotProps } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { useEffect, useRef } from 'react'
import { type batch, type Counts, countsOf, isRunning } from '../../model/index.ts'
import type { issued } from '../../model/issued.listing.ts'
import { M } from './batch.messages.ts'
import { commandWords, targetWords } from './batch-words.ts'
import { stateWords, toneOf } from './item-words.ts'
import { OriginTabs } from './origin-tabs.tsx'
import { RungBar } from './rung-bar.tsx'

type CellProps<K extends keyof (typeof batch)['fields']> = ColumnProps<typeof batch, K>

/** Name of the target; the kind of target if it has no name. */
export const TargetName = ({ row }: CellProps<'targetText'>) => targetWords(row, useT())

/** Command with its level. A command that the platform repeats by itself also shows the number of attempts. */
export const CommandName = ({ row }: CellProps<'command'>) => {
  const t = useT()
  const { number } = useFormat()
  const name = commandWords(row, t)
  const words = row.attempts && row.attempts > 1 ? `${name} · ${t(M.sentAgain, { n: number(row.attempts) })}` : name
  return <span title={words}>{words}</span>
}

/** Who sent the command: a user, or the platform by itself. */
export const Sender = ({ row }: CellProps<'account'>) => {
  const t = useT()
  return row.automatic ? t(M.platform) : row.account || <span className="ll-f-none">{'—'}</span>
}

/** Time from sending to the end; empty while the command runs. */
export const Took = ({ value }: CellProps<'took'>) => {
  const format = useFormat()
  return value === null || value < 0 ? <span className="ll-f-none">{'—'}</span> : format.duration(value)
}

/** State of a device of a command, by its rung. */
export const DeviceState = ({ row }: ColumnProps<typeof issued, 'state'>) => (
  <StateMark tone={toneOf(row.state ?? 0)}>{stateWords({ state: row.state ?? 0, rung: row.rung ?? 0 }, useT())}</StateMark>
)

/** Progress of the devices, as a bar. */
export const Progress = ({ row }: CellProps<'ended'>) => <RungBar counts={countsOf(row)} />

/** Delay between a push and the reload of the list, ms. */
const PAUSE = 1000

/** Choice of the origin of commands, above the list. Live pushes update the counts of shown rows; new and ended records reload the list. */
export const BatchNews = ({ reload }: SlotProps) => {
  const seen = useRef(new Map<string, boolean>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive('batches', ({ changes = [] }) => {
    const fresh = changes.filter(([id, counts]) => {
      const over = !isRunning(counts as Pick<Counts, 'state'>)
      const old = seen.current.get(id)
      seen.current.set(id, over)
      return old !== over
    })
    if (fresh.length === 0) return
    clearTimeout(timer.current)
    timer.current = setTimeout(reload, PAUSE)
  })
  return <OriginTabs />
}
