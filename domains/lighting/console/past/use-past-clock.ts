import { type TabHandle, useFormat } from '@lamplight/console-kit'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { addressOf, instantFrom, MINUTE_MS, nightOf, wholeMinute } from './past-time.ts'

/** Seconds of the night in one second of the replay. */
export const SPEEDS = [60, 600] as const
export type PastSpeed = (typeof SPEEDS)[number]

/** The address follows when the instant has rested for this long, ms. */
const REST_MS = 300
const TICK_MS = 250
/** A tick for users who want no motion: the map then changes once in a second, not steadily. */
const CALM_TICK_MS = 1000

/** The instant of the replay, kept in the address (`?at=`), and its playing. Never after now. */
export const usePastClock = (tab: TabHandle) => {
  const { instant, time } = useFormat()
  const [at, setAt] = useState(() => instantFrom(tab.query.at, instant, Date.now()))
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<PastSpeed>(60)
  /** The last minute that this hook wrote, to tell its own changes of the address from others. */
  const written = useRef(tab.query.at)
  const moveTo = (next: number): void => setAt(Math.min(next, Date.now()))
  const minute = wholeMinute(at)
  const night = nightOf(minute, instant, (ms) => time(ms, 'date'))

  const address = addressOf(time(minute, 'minute'))
  const write = useEffectEvent((): void => {
    if (tab.query.at === address) return
    written.current = address
    tab.setQuery({ at: address })
  })
  useEffect(() => {
    if (playing || !address) return
    const timer = setTimeout(write, REST_MS)
    return () => clearTimeout(timer)
  }, [address, playing])
  const follow = useEffectEvent((text: string | undefined): void => {
    if (!text || text === written.current) return
    written.current = text
    setPlaying(false)
    setAt(instantFrom(text, instant, Date.now()))
  })
  useEffect(() => follow(tab.query.at), [tab.query.at])

  const step = useEffectEvent((ms: number): void => {
    const last = Math.min(night.end - MINUTE_MS, Date.now())
    const next = at + speed * ms
    moveTo(Math.min(next, last))
    if (next >= last) setPlaying(false)
  })
  useEffect(() => {
    if (!playing) return
    const tick = matchMedia('(prefers-reduced-motion: reduce)').matches ? CALM_TICK_MS : TICK_MS
    const timer = setInterval(() => step(tick), tick)
    return () => clearInterval(timer)
  }, [playing])
  const play = (): void => {
    // At the end of the night it starts again.
    if (!playing && minute >= Math.min(night.end, Date.now()) - 2 * MINUTE_MS) setAt(night.start)
    setPlaying(!playing)
  }
  return { minute, night, address, moveTo, playing, play, speed, setSpeed }
}
