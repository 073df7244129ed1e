import { useLive } from '@lamplight/console-kit'
import type { SlotProps } from '@lamplight/console-kit/resource'
import { useEffect, useRef } from 'react'
import { type Counts, isRunning } from '../../model/index.ts'
import { OriginTabs } from './origin-tabs.tsx'

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
