import { notify, useFormat, usePageName, useT, useTab, useTheme, zone } from '@lamplight/console-kit'
import { CityMap, type CityMapHandle } from '@lamplight/console-kit/map'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import '../map/map-page.css'
import '../map/map-panels.css'
import './past.css'
import { M } from '../map/map.messages.ts'
import { useBaseMap } from '../map/use-city.ts'
import { useLampInView } from '../map/use-map-page.ts'
import { P } from './past.messages.ts'
import { PastBar } from './past-bar.tsx'
import { PastCard } from './past-card.tsx'
import { MINUTE_MS, sunOf } from './past-time.ts'
import { LEGENDS, type PastView, silentOf, VIEWS } from './past-view.ts'
import { useFirstDay, usePast } from './use-past.ts'
import { usePastClock } from './use-past-clock.ts'

const isView = (text: string | undefined): text is PastView => (VIEWS as readonly string[]).includes(text ?? '')

/** Middle of the lamps, for the sun of the night. */
const middleOf = (
  points: { readonly n: number; readonly lng: Float64Array; readonly lat: Float64Array } | undefined,
): readonly [number, number] | null => {
  if (!points?.n) return null
  const i = points.n >> 1
  return [points.lat[i] as number, points.lng[i] as number]
}

/** Keys of the replay. They come before those of the map: there Esc clears the selection, of which the replay has none. */
const useReplayKeys = (
  frame: React.RefObject<HTMLElement | null>,
  keys: { move: (ms: number) => void; play: () => void; leave: () => void },
): void => {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const target = event.target
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !frame.current?.offsetParent) return
    const element = target instanceof HTMLElement ? target : null
    if (element && element !== document.body && !frame.current.contains(element)) return
    const isScrubber = element?.matches('input[type=range]') ?? false
    const isField = !isScrubber && (element?.matches('input, select, textarea, button, a, [contenteditable]') ?? false)
    const pans = element?.closest('.ll-map-host') !== null && element !== null
    const minutes = { ArrowLeft: -1, ArrowRight: 1, PageDown: -60, PageUp: 60 }[event.key]
    if (event.key === 'Escape') keys.leave()
    else if (event.key === ' ' && !isField) keys.play()
    else if (minutes !== undefined && !isField && !pans)
      keys.move(minutes * (event.shiftKey && Math.abs(minutes) === 1 ? 10 : 1) * MINUTE_MS)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** The map at a past instant (`?at=2026-05-03T21:10`): scrub through a night, play it, ask why a lamp was as it was. No commands. */
export const PastMap = () => {
  const t = useT()
  const theme = useTheme()
  const tab = useTab()
  const { time, duration, number } = useFormat()
  usePageName(t(P.title))
  const map = useRef<CityMapHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const scrubber = useRef<HTMLInputElement>(null)
  const ground = useBaseMap()
  const clock = usePastClock(tab)
  const view: PastView = isView(tab.query.by) ? tab.query.by : 'believed'
  const past = usePast(clock.minute, view)
  const { shown } = past
  const firstDay = useFirstDay()
  const [ready, setReady] = useState(false)
  const [stood] = useState(() => () => setReady(true))
  const lampId = tab.query.lamp ?? null
  const city = useMemo(
    () => ({ store: past.store, count: shown?.points.n ?? 0, loading: !shown, error: null, reload: () => undefined }),
    [past.store, shown],
  )
  const picked = useLampInView(map, frame, city, ready, lampId)
  const middle = middleOf(shown?.points)
  const sun = useMemo(() => (middle ? sunOf(clock.night, middle[0], middle[1]) : null), [clock.night.start, middle?.[0], middle?.[1]])
  const leave = (): void => tab.setQuery({ at: null, by: null })
  const close = (): void => tab.setQuery({ lamp: null })
  useReplayKeys(frame, {
    move: (ms) => clock.moveTo(clock.minute + ms),
    play: clock.play,
    leave: () => (lampId ? close() : leave()),
  })
  // The arrow keys then move the time at once.
  useEffect(() => scrubber.current?.focus({ preventScroll: true }), [])
  const storedFrom = (shown?.points.storedFrom ?? 0) * 1000
  const silent = shown ? silentOf(shown.points) : 0
  const copy = (): void => {
    const link = new URL(location.href)
    link.searchParams.set('at', clock.address)
    void navigator.clipboard.writeText(link.href).then(
      () => notify.success(P.copied),
      () => undefined,
    )
  }
  return (
    <div
      ref={frame}
      className="ll-city ll-past"
      data-side={lampId !== null || undefined}
      data-past-at={shown ? time(shown.at, 'minute') : undefined}
    >
      <h1 className="ll-hidden">{t(P.title)}</h1>
      <header className="ll-past-banner">
        <strong>
          {t(P.replay)} <time>{time(clock.minute, 'minute')}</time>
        </strong>
        <span className="ll-past-note">
          {t(P.past)}
          <small>{t(P.zone, { zone: zone.get() })}</small>
        </span>
        <span className="ll-past-note" role="status">
          {past.error
            ? shown
              ? t(P.failed, { at: time(shown.at, 'minute') })
              : t(P.failedFirst)
            : shown && shown.at < storedFrom
              ? t(P.notStored, { from: time(storedFrom, 'date') })
              : shown && silent > 0
                ? t(P.silent, { n: number(silent), span: duration(shown.points.silentSeconds) })
                : shown
                  ? ''
                  : t(P.loading)}
        </span>
        {past.error && (
          <button type="button" className="ll-button ll-button--small" onClick={past.reload}>
            {t(P.retry)}
          </button>
        )}
        <button type="button" className="ll-button ll-button--small" onClick={copy}>
          {t(P.copy)}
        </button>
        <button type="button" className="ll-button ll-button--small ll-past-leave" onClick={leave}>
          {t(P.leave)}
        </button>
      </header>
      <div className="ll-past-map" data-waiting={(past.loading && shown?.at !== clock.minute) || undefined}>
        <CityMap
          ref={map}
          store={past.store}
          t={t}
          theme={theme}
          base={ground.base}
          tileUrl={ground.tileUrl}
          tileCrs={ground.tileCrs}
          viewKey="city"
          readOnly
          legend={LEGENDS[view]}
          onReady={stood}
          focused={lampId ? past.store.indexOf(lampId) : -1}
          onPick={(index) => {
            const id = index < 0 ? null : past.store.idOf(index)
            picked(id)
            tab.setQuery({ lamp: id })
          }}
        >
          <aside className="ll-city-side" data-front="choice">
            {lampId && <PastCard key={lampId} id={lampId} at={past.asked} night={clock.night} sun={sun} onClose={close} />}
          </aside>
        </CityMap>
        {!shown && !past.error && (
          <p className="ll-city-hint ll-city-loading" role="status">
            {t(M.loading)}
          </p>
        )}
      </div>
      <PastBar
        clock={clock}
        sun={sun}
        earliest={firstDay ?? time(storedFrom || clock.night.start, 'date')}
        view={view}
        onView={(next) => tab.setQuery({ by: next === 'believed' ? null : next })}
        scrubber={scrubber}
      />
    </div>
  )
}
