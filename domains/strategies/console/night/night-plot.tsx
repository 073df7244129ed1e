import { type Calendar, DAY_MS, type Night, skyOf } from '@lamplight/calendar'
import { formatTime, useT } from '@lamplight/console-kit'
import { type ReactNode, useId, useMemo } from 'react'
import { S } from '../strategies.messages.ts'
import { between, lineOf } from './night-scale.ts'
import './night.css'

/** Area of a plot in its picture, px. */
export interface PlotBox {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
type Span = Pick<Night, 'start' | 'end'>

const NARROW = 600
/** `scale`: size of texts against normal ones. */
export const boxOf = (width: number, height: number, scale = 1): PlotBox => ({
  width,
  height,
  left: 40 * scale,
  right: 14 * scale,
  top: (width < NARROW * scale ? 38 : 24) * scale,
  bottom: 22 * scale,
})
const BARE: Omit<PlotBox, 'width' | 'height'> = { left: 0, right: 0, top: 0, bottom: 0 }

export const xOf = ({ width, left, right }: PlotBox, { start, end }: Span, at: number): number =>
  left + ((width - left - right) * (between(at, start, end) - start)) / (end - start)
export const yOf = ({ height, top, bottom }: PlotBox, level: number): number => top + (height - top - bottom) * (1 - level / 100)
export const instantAt = ({ width, left, right }: PlotBox, { start, end }: Span, x: number): number =>
  start + ((end - start) * (x - left)) / (width - left - right)
export const levelAtY = ({ height, top, bottom }: PlotBox, y: number): number => 100 * (1 - (y - top) / (height - top - bottom))

const points = (box: PlotBox, night: Night): string =>
  lineOf(night)
    .map(([at, level]) => `${xOf(box, night, at).toFixed(1)},${yOf(box, level).toFixed(1)}`)
    .join(' ')

const Sky = ({ box, calendar, night }: { box: PlotBox; calendar: Calendar; night: Night }) =>
  skyOf(calendar, night).map(({ from, to, sky }) => (
    <rect
      key={from}
      className="ll-night__sky"
      data-sky={sky}
      x={xOf(box, night, from)}
      y={box.top}
      width={xOf(box, night, to) - xOf(box, night, from)}
      height={box.height - box.top - box.bottom}
    />
  ))

/** Level of a night: its sky, and the line with its area. `compared`: the line of another program of the same night. */
const Line = ({ box, night, compared }: { box: PlotBox; night: Night; compared?: Night | undefined }) => {
  const line = points(box, night)
  const base = yOf(box, 0)
  const light = useId()
  return (
    <>
      <linearGradient id={light} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={box.top} y2={base}>
        <stop offset="0" className="ll-night__light" />
        <stop offset="1" className="ll-night__light" data-end />
      </linearGradient>
      <polygon className="ll-night__area" fill={`url(#${light})`} points={`${box.left},${base} ${line} ${box.width - box.right},${base}`} />
      {compared && <polyline className="ll-night__compared" points={points(box, compared)} />}
      <polyline className="ll-night__case" points={line} />
      <polyline className="ll-night__line" points={line} />
    </>
  )
}

const EVENTS = [
  ['sunset', 0, 'end'],
  ['civilDusk', 0, 'start'],
  ['civilDawn', 1, 'end'],
  ['sunrise', 1, 'start'],
] as const

/** Marks of the sun events. In a narrow picture the time is below the word. */
const Events = ({ box, calendar, night, scale }: { box: PlotBox; calendar: Calendar; night: Night; scale: number }) => {
  const t = useT()
  const isNarrow = box.width < NARROW * scale
  return EVENTS.map(([event, later, anchor]) => {
    const at = calendar.sun.eventOf(event, night.day + later)
    if (typeof at !== 'number' || at < night.start || at > night.end) return null
    const x = xOf(box, night, at)
    const beside = x + (anchor === 'end' ? -4 : 4)
    const time = formatTime(at, calendar.zone.name, 'clock')
    return (
      <g key={event} className="ll-night__event">
        <line x1={x} x2={x} y1={box.top - 6} y2={box.height - box.bottom} />
        <text x={beside} y={box.top - (isNarrow ? 22 : 8) * scale} textAnchor={anchor}>
          {t(S[event])}
          {!isNarrow && ` ${time}`}
        </text>
        {isNarrow && (
          <text x={beside} y={box.top - 8 * scale} textAnchor={anchor}>
            {time}
          </text>
        )}
      </g>
    )
  })
}

const HOUR = 3_600_000
const Axes = ({ box, calendar, night, scale }: { box: PlotBox; calendar: Calendar; night: Night; scale: number }) => {
  const every = box.width < NARROW * scale ? 6 : 3
  const hours = Array.from({ length: 24 / every + 1 }, (_, n) => n * every)
  return (
    <g className="ll-night__axes">
      {[0, 25, 50, 75, 100].map((level) => (
        <g key={level}>
          <line x1={box.left} x2={box.width - box.right} y1={yOf(box, level)} y2={yOf(box, level)} />
          <text x={box.left - 6} y={yOf(box, level) + 4 * scale} textAnchor="end">
            {level === 100 ? '100%' : level}
          </text>
        </g>
      ))}
      {hours.map((hour) => (
        <text
          key={hour}
          x={xOf(box, night, calendar.zone.instantOf(night.day * DAY_MS + (12 + hour) * HOUR))}
          y={box.height - 6 * scale}
          textAnchor={hour === 24 ? 'end' : hour === 0 ? 'start' : 'middle'}
        >
          {`${String((12 + hour) % 24).padStart(2, '0')}:00`}
        </text>
      ))}
    </g>
  )
}

/** The picture of one night, noon to noon: sky, sun events, and the level as a line. */
export const NightPlot = ({
  box,
  calendar,
  night,
  compared,
  scale = 1,
  label,
  children,
}: {
  readonly box: PlotBox
  readonly calendar: Calendar
  readonly night: Night
  readonly compared?: Night | undefined
  readonly scale?: number
  readonly label: string
  readonly children?: ReactNode
}) => (
  <svg
    className="ll-night__plot"
    width={box.width}
    height={box.height}
    viewBox={`0 0 ${box.width} ${box.height}`}
    role="img"
    aria-label={label}
  >
    <Sky box={box} calendar={calendar} night={night} />
    <Axes box={box} calendar={calendar} night={night} scale={scale} />
    <Events box={box} calendar={calendar} night={night} scale={scale} />
    <Line box={box} night={night} compared={compared} />
    {children}
  </svg>
)

/** The same as a strip without texts, for lists and cards. */
export const NightStrip = ({
  calendar,
  day,
  width,
  height,
  label,
}: {
  readonly calendar: Calendar
  readonly day: number
  readonly width: number
  readonly height: number
  readonly label: string
}) => {
  const night = useMemo(() => calendar.night(day), [calendar, day])
  const box = { ...BARE, width, height }
  return (
    <svg
      className="ll-night__strip"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <Sky box={box} calendar={calendar} night={night} />
      <Line box={{ ...box, top: 3, bottom: 1 }} night={night} />
    </svg>
  )
}
