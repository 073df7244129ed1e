import { notify, t } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { countWords } from './batch-words.ts'
import { C } from './command.messages.ts'
import { isWaiting } from './command-approval.tsx'
import type { CommandRequest } from './command-request.ts'
import { type CommandBody, type LampSelect, newKey, previewOf, sendCommand } from './commands.ts'

/** Durations to choose from, s; 0: unlimited. Turning off starts with a test of ten seconds (rule.const.closelamp). */
export const LASTS = { dim: [600, 1800, 3600, 0], on: [600, 1800, 3600, 0], off: [10, 600, 3600], release: [] } as const
/** Range of a temporary turning off, s (rule.closelamp.duration). */
export const CLOSES = { least: 1, most: 3600 } as const
const FIRST = { dim: 3600, on: 3600, off: 10, release: 0 } as const
const SETTLES = 250

/** Returns a value with a delay: it must be unchanged for SETTLES ms. */
const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLES)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** State of the command dialog: the order, its preview, and the batch after sending. */
export const useCommand = ({ command, ...options }: CommandRequest) => {
  // The list behind the dialog may change: the selection at the time of opening counts.
  const [{ selector, target }] = useState(options)
  const [level, setLevel] = useState(50)
  const [duration, setDuration] = useState<number>(FIRST[command])
  const [reason, setReason] = useState('')
  const [head, setHead] = useState<LampSelect>(2)
  const [isTwoWay, setTwoWay] = useState(false)
  const [batchId, setBatchId] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  // The command was stored as a request that a second person approves.
  const [isRequested, setRequested] = useState(false)
  const order = useMemo<CommandBody>(
    () => ({
      command,
      selector,
      ...(command === 'dim' && { level }),
      ...(command !== 'release' && duration > 0 && { duration }),
      ...(isTwoWay && { lampSelect: head }),
    }),
    [command, selector, level, duration, isTwoWay, head],
  )
  const isEndless = command !== 'release' && duration === 0
  const why = isEndless ? reason.trim() : ''
  // Repeated requests with the same order use one key; another order gets a new key.
  const key = useMemo(() => (order && why !== undefined ? newKey() : ''), [order, why])
  const settled = useSettled(order)
  const preview = useQuery({
    queryKey: ['control.preview', settled],
    queryFn: ({ signal }) => previewOf(settled, { signal, quiet: true }),
    retry: false,
  })
  const name = preview.data?.targetText ?? target
  const twoWay = preview.data && preview.data.lamps > 0 && preview.data.twoWay === preview.data.lamps
  useEffect(() => {
    if (twoWay !== undefined && command !== 'release') setTwoWay(twoWay)
  }, [twoWay, command])
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      const { batchId, total } = await sendCommand(
        { ...order, ...(why && { reason: why }), ...(preview.data?.targetName && { targetName: preview.data.targetName }) },
        key,
      )
      setBatchId(batchId)
      notify.success(t(C.sent, { n: countWords(total, {}, t) }))
      void invalidate('control.batch')
    } catch (thrown) {
      if (isWaiting(thrown)) {
        setRequested(true)
        void invalidate('control.approval')
      } else notify.info(C.kept)
    } finally {
      setSending(false)
    }
  }
  return {
    isRequested,
    name,
    level,
    setLevel,
    duration,
    setDuration,
    isEndless,
    reason,
    setReason,
    head: isTwoWay ? head : null,
    setHead,
    preview,
    send,
    sending,
    batchId,
  }
}
