import { useMemo, useState } from 'react'
import { useLive } from '../../live/use-live.ts'
import type { ResourceConsole } from '../console-resource.ts'
import type { Entry } from '../form/entry.ts'
import { changesIn, patched, type ReceivedChanges, receiveChanges } from './live-patch.ts'

const SILENCE: ReceivedChanges = new Map()

/** Rows as loaded at `since` (epoch ms), with live pushes applied. */
export const useLiveEntries = ({ ui }: ResourceConsole, entries: readonly Entry[], since: number, active: boolean): readonly Entry[] => {
  const { live } = ui
  const [received, setReceived] = useState(SILENCE)
  useLive(live && active ? live.topic : null, (news) => {
    if (live) setReceived((old) => receiveChanges(old, live, entries, changesIn(news), Date.now(), since))
  })
  return useMemo(() => (live ? patched(entries, live, received, since) : entries), [entries, live, received, since])
}
