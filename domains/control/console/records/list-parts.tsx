import { useFormat, useT } from '@lamplight/console-kit'
import type { ColumnProps } from '@lamplight/console-kit/resource'
import { type batch, countsOf } from '../../model/index.ts'
import { M } from './batch.messages.ts'
import { commandWords, targetWords } from './batch-words.ts'
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

/** Progress of the devices, as a bar. */
export const Progress = ({ row }: CellProps<'ended'>) => <RungBar counts={countsOf(row)} />
