import { useMemo, useState } from 'react'
import { useLive } from '../live/use-live.ts'
import type { ResourceConsole } from './console-resource.ts'
import type { Entry } from './entry.ts'
import { changesIn, hear, patched, type ReceivedChanges } from './live-patch.ts'

const SILENCE: ReceivedChanges = new Map()

/** Rows as loaded at `since` (epoch ms), with live pushes applied. */
export const useLiveEntries = ({ ui }: ResourceConsole, entries: readonly Entry[], since: number, active: boolean): readonly Entry[] => {
  const { live } = ui
  const [heard, setHeard] = useState(SILENCE)
  useLive(live && active ? live.topic : null, (news) => {
    if (live) setHeard((old) => hear(old, live, entries, changesIn(news), Date.now(), since))
  })
  return useMemo(() => (live ? patched(entries, live, heard, since) : entries), [entries, live, heard, since])
}
