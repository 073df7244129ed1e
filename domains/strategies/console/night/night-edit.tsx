import type { Calendar, Night, Step } from '@lamplight/calendar'
import { useFormat, useT } from '@lamplight/console-kit'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import type { StoredEntry } from '../../model/strategy-fields.ts'
import { S } from '../strategies.messages.ts'
import { entryWords } from './entry-words.ts'
import { boxOf, instantAt, levelAtY, NightPlot, xOf, yOf } from './night-plot.tsx'
import { COARSE, clockEntryAt, draggedEntry, isClock, isSensor, nudgedEntry, SNAP } from './night-scale.ts'
import { useWidth } from './use-width.ts'

interface Props {
  readonly entries: readonly StoredEntry[]
  readonly calendar: Calendar
  readonly night: Night
  readonly height: number
  readonly scale: number
  readonly selected: number | null
  readonly faulty: ReadonlySet<number>
  readonly onSelect: (index: number | null) => void
  /** Changes with the same group are one step of undo. */
  readonly onChange: (entries: readonly StoredEntry[], group: string | null) => void
  readonly onSettle: () => void
  /** Enter: the user edits the switch point in the form. */
  readonly onEdit: (index: number) => void
}
interface Drag {
  readonly entry: StoredEntry
  readonly step: Step
  readonly entries: readonly StoredEntry[]
  readonly from: { readonly x: number; readonly y: number }
  moved: boolean
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
/** Pointers that move less than this have only selected, px. */
const SLACK = 3

/** Follows a dragged handle; at most one change a frame. */
const useDrag = (apply: (drag: Drag, x: number, y: number) => void, end: (drag: Drag) => void) => {
  const drag = useRef<Drag | null>(null)
  const frame = useRef(0)
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  const stop = (): Drag | null => {
    const held = drag.current
    drag.current = null
    cancelAnimationFrame(frame.current)
    frame.current = 0
    return held
  }
  return {
    begin: (event: PointerEvent<HTMLElement>, of: Omit<Drag, 'from' | 'moved'>): void => {
      if (event.button !== 0) return
      event.currentTarget.focus()
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { ...of, from: { x: event.clientX, y: event.clientY }, moved: false }
    },
    move: (event: PointerEvent): void => {
      const held = drag.current
      if (!held) return
      const [x, y] = [event.clientX, event.clientY]
      held.moved ||= Math.hypot(x - held.from.x, y - held.from.y) > SLACK
      if (!held.moved || frame.current) return
      frame.current = requestAnimationFrame(() => {
        frame.current = 0
        if (drag.current) latest.current(drag.current, x, y)
      })
    },
    finish: (event: PointerEvent): void => {
      const held = stop()
      if (!held) return
      if (held.moved) latest.current(held, event.clientX, event.clientY)
      end(held)
    },
    cancel: stop,
  }
}

/**
 * The night as a timeline whose switch points are dragged: a clock point in time, a sun point as an offset to its event, both in level. The handles
 * are buttons in the order of time, so that all of it works by keys.
 */
export const NightEdit = (props: Props) => {
  const { entries, calendar, night, height, scale, selected, faulty, onSelect, onChange, onSettle, onEdit } = props
  const t = useT()
  const format = useFormat()
  const hint = useId()
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const box = boxOf(width, height, scale)
  const replace = (index: number, entry: StoredEntry): readonly StoredEntry[] => entries.with(index, entry)
  const place = (x: number, y: number): { at: number; level: number } => {
    const rect = frame.current?.getBoundingClientRect()
    return { at: instantAt(box, night, x - (rect?.left ?? 0)), level: levelAtY(box, y - (rect?.top ?? 0)) }
  }
  const drag = useDrag(
    ({ entry, step }, x, y) => onChange(replace(step.entry, draggedEntry(calendar, night, { entry, step, ...place(x, y) })), 'drag'),
    onSettle,
  )
  const remove = (index: number): void => {
    onChange(entries.toSpliced(index, 1), null)
    onSelect(null)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, { entry: index }: Step): void => {
    const entry = entries[index]
    const arrow = ARROWS[event.key]
    if (!entry || event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.shiftKey ? COARSE : SNAP
    if (arrow) onChange(replace(index, nudgedEntry(entry, arrow[0] * by.minutes, arrow[1] * by.level)), `key ${index}`)
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else if (event.key === 'Enter') onEdit(index)
    else if (event.key === 'Escape') {
      const held = drag.cancel()
      if (held) onChange(held.entries, 'drag')
      onSettle()
      onSelect(null)
    } else return
    event.preventDefault()
  }
  const add = (event: MouseEvent<HTMLElement>): void => {
    if ((event.target as HTMLElement).closest('button')) return
    const { at, level } = place(event.clientX, event.clientY)
    if (at < night.start || at > night.end) return
    onChange([...entries, clockEntryAt(calendar, night, at, level)], null)
    onSelect(entries.length)
  }
  const shown = night.instants.filter(({ entry }) => entries[entry]).toSorted((a, b) => a.at - b.at)
  const words = ({ entry, at, level }: Step): string =>
    [entryWords(entries[entry] as StoredEntry, t), isClock(entries[entry] as StoredEntry) ? '' : format.time(at, 'clock'), `${level}%`]
      .filter(Boolean)
      .join(' · ')
  const chip = shown.find(({ entry }) => entry === selected)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: double click adds a switch point; the button below the form is the way by keys
    <div ref={frame} className="ll-night-edit" onDoubleClick={add}>
      <NightPlot box={box} calendar={calendar} night={night} scale={scale} label={t(S.night)} />
      {shown.map((step) => {
        const entry = entries[step.entry] as StoredEntry
        return (
          <button
            key={step.entry}
            type="button"
            className="ll-night-edit__handle"
            style={{ left: xOf(box, night, step.at), top: yOf(box, step.level) }}
            data-entry={step.entry}
            data-trigger={isClock(entry) ? undefined : 'sun'}
            data-fixed={isSensor(entry) || undefined}
            data-faulty={faulty.has(step.entry) || undefined}
            aria-label={words(step)}
            aria-describedby={hint}
            aria-pressed={selected === step.entry}
            onFocus={() => onSelect(step.entry)}
            onBlur={onSettle}
            onKeyDown={(event) => onKey(event, step)}
            onPointerDown={(event) => drag.begin(event, { entry, step, entries })}
            onPointerMove={drag.move}
            onPointerUp={drag.finish}
            onPointerCancel={drag.finish}
          />
        )
      })}
      {chip && (
        <output
          className="ll-night-edit__chip"
          style={{
            ...(xOf(box, night, chip.at) > width / 2
              ? { right: width - xOf(box, night, chip.at) + 16 }
              : { left: xOf(box, night, chip.at) + 16 }),
            top: Math.max(0, yOf(box, chip.level) - 11),
          }}
        >
          {words(chip)}
        </output>
      )}
      <p id={hint} className="ll-st-hint">
        {t(S.nightHint)}
      </p>
    </div>
  )
}
