import { useFormat, useT } from '@lamplight/console-kit'
import { Suspense, useState } from 'react'
import type { Selector } from '../../model/index.ts'
import { C } from './command.messages.ts'
import type { CommandWord } from './commands.ts'
import { CommandDialog } from './lazy-command.ts'
import { useCommandRights } from './use-command-rights.ts'

const WORDS: readonly CommandWord[] = ['on', 'off', 'dim', 'release']

interface Props {
  readonly selector: Selector
  /** Name of the lamps. */
  readonly target: string
  /** Number of selected rows, shown in the buttons. */
  readonly count?: number
}

/** One button per command to lamps that the user may send, and the dialog of the pressed one. */
export const LampButtons = ({ selector, target, count }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const may = useCommandRights((selector.controllerIds ?? selector.lampIds)?.length)
  const [pending, setPending] = useState<{ readonly command: CommandWord; readonly selector: Selector } | null>(null)
  return (
    <>
      {WORDS.filter((word) => may[word]).map((command) => (
        <button key={command} type="button" className="ll-button" onClick={() => setPending({ command, selector })}>
          {count === undefined ? t(C[command]) : `${t(C[command])} ${number(count)}`}
        </button>
      ))}
      <Suspense>{pending && <CommandDialog {...pending} target={target} onClose={() => setPending(null)} />}</Suspense>
    </>
  )
}
