import { useT } from '@lamplight/console-kit'
import type { DetailPart } from '@lamplight/console-kit/resource'
import { type ComponentProps, Suspense, useMemo, useState } from 'react'
import './command.css'
import { C } from './command.messages.ts'
import type { CommandWord } from './commands.ts'
import { CommandDialog } from './lazy-command.ts'
import { useCommandRights } from './use-command-rights.ts'

const WORDS: readonly CommandWord[] = ['dim', 'on', 'off', 'release']
const TITLES = ['groupName', 'areaName', 'name'] as const

/** Commands for all devices of a group, an area, a project or a street, on its page. */
export const DeviceCommands = ({
  row,
  selector,
}: ComponentProps<DetailPart> & { readonly selector: 'groupId' | 'areaId' | 'projectId' | 'streetId' }) => {
  const t = useT()
  const may = useCommandRights()
  const [pending, setPending] = useState<CommandWord | null>(null)
  const chosen = useMemo(() => ({ [selector]: row.id }), [selector, row.id])
  const words = WORDS.filter((word) => may[word])
  const title = TITLES.map((name) => row[name]).find((value) => typeof value === 'string')
  if (words.length === 0) return null
  return (
    <div className="ll-commands">
      <span>{t(C.bar)}</span>
      {words.map((word) => (
        <button key={word} type="button" className="ll-button" onClick={() => setPending(word)}>
          {t(C[word])}
        </button>
      ))}
      <Suspense>
        {pending && <CommandDialog command={pending} selector={chosen} target={String(title ?? row.id)} onClose={() => setPending(null)} />}
      </Suspense>
    </div>
  )
}
