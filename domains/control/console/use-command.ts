import { notify, t } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { C } from './command.messages.ts'
import type { CommandAsked } from './command-door.ts'
import { newKey, type Order, previewOf, sendCommand } from './commands.ts'

/** Seconds a command may last; 0 has no end. Turning off begins with a test of ten seconds (rule.const.closelamp). */
export const LASTS = { dim: [600, 1800, 3600, 0], on: [600, 1800, 3600, 0], off: [10, 600, 3600, 0], release: [] } as const
const FIRST = { dim: 3600, on: 3600, off: 10, release: 0 } as const
const SETTLES = 250

/** A value that has stood still for a moment. */
const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLES)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** A command as it is put together, what it would touch, and its batch once it is sent. */
export const useCommand = ({ command, ...given }: CommandAsked) => {
  // Lists go on changing behind the dialog: what was chosen when it opened counts.
  const [{ selector, target }] = useState(given)
  const [level, setLevel] = useState(50)
  const [duration, setDuration] = useState<number>(FIRST[command])
  const [batchId, setBatchId] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const order = useMemo<Order>(
    () => ({
      command,
      selector,
      targetText: target.slice(0, 200),
      ...(command === 'dim' && { level }),
      ...(command !== 'release' && duration > 0 && { duration }),
    }),
    [command, selector, target, level, duration],
  )
  // The same order is the same command however often it is sent; another one needs another key.
  const key = useMemo(() => order && newKey(), [order])
  const settled = useSettled(order)
  const preview = useQuery({
    queryKey: ['control.preview', settled],
    queryFn: ({ signal }) => previewOf(settled, signal),
    retry: false,
  })
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      setBatchId((await sendCommand(order, key)).batchId)
      void invalidate('control.batch')
    } catch {
      notify.info(t(C.kept))
    } finally {
      setSending(false)
    }
  }
  return { level, setLevel, duration, setDuration, preview, send, sending, batchId }
}
