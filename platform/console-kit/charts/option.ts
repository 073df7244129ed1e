import type { EChartsCoreOption } from 'echarts/core'
import { clip, floorOf, type Hue, hueOf, type Interval, type Series, shareAxis, spanOf } from './series.ts'

export interface Look {
  readonly hues: Readonly<Record<Hue, string>>
  readonly text: string
  readonly text2: string
  readonly line: string
  readonly floating: string
  readonly night: string
  readonly font: string
  readonly fontSize: number
}
export interface Drawing {
  readonly series: readonly Series[]
  readonly unit: string
  readonly night: readonly Interval[]
  readonly fromZero: boolean
  readonly look: Look
  /** Converts epoch ms to ms of the tenant's wall clock expressed as UTC, so that days begin at the tenant's midnight. */
  readonly wall: (at: number) => number
  readonly number: (value: number) => string
  /** Labels of the values of a choice: the axis shows them instead of numbers. */
  readonly words?: Readonly<Record<number, string>> | undefined
  /** Range of the time axis, epoch ms. Default: the range of the points. */
  readonly span?: readonly [from: number | undefined, to: number | undefined]
}

const pad = (value: number): string => String(value).padStart(2, '0')
const clock = (wall: number): string => {
  const at = new Date(wall)
  return `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}`
}
const day = (wall: number): string => {
  const at = new Date(wall)
  return `${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`
}
const month = (wall: number): string => new Date(wall).toISOString().slice(0, 7)
/** Label of the time axis: the date at midnight, else the time. */
export const axisLabel = (wall: number): string => (clock(wall) === '00:00' ? day(wall) : clock(wall))
/**
 * Labels of the time axis. Points that are whole months (several, each at the midnight that begins a month) have the names of months; a single
 * day or month has its own label only, because echarts would divide the axis around it into hours.
 */
const labelsOf = (
  series: readonly Series[],
  wall: Drawing['wall'],
): { readonly monthly: boolean; readonly label: (at: number) => string } => {
  const times = [...new Set(series.flatMap(({ points }) => points.map(([at]) => wall(at))))]
  const [only] = times
  if (times.length === 1 && only !== undefined && clock(only) === '00:00')
    return { monthly: false, label: (at) => (at === only ? new Date(at).toISOString().slice(0, 10) : '') }
  const monthly = times.length > 1 && times.every((at) => clock(at) === '00:00' && new Date(at).getUTCDate() === 1)
  return { monthly, label: monthly ? month : axisLabel }
}

const asText = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

interface Tip {
  readonly seriesName: string
  readonly color: string
  readonly value: readonly [at: number, value: number | null, low?: number, high?: number]
}
/** Series that draw a band have no name, so the tooltip omits them. The tooltip of the line contains the band. */
const tooltip = (all: readonly Tip[], { number, unit, words: names }: Drawing, monthly: boolean): string => {
  const tips = all.filter(({ seriesName }) => seriesName !== '')
  const [first] = tips
  if (!first) return ''
  const lines = tips.map(({ seriesName, color, value: [, value, low, high] }) => {
    const span = low !== undefined && high !== undefined && low < high ? ` (${number(low)} – ${number(high)})` : ''
    const words = value === null ? '—' : (names?.[value] ?? `${number(value)} ${unit}${span}`)
    return `<div class="ll-tip-line"><i style="background:${color}"></i>${asText(seriesName)}<b>${asText(words)}</b></div>`
  })
  const time = monthly ? month(first.value[0]) : `${day(first.value[0])} ${clock(first.value[0])}`
  return `<div class="ll-tip-time">${time}</div>${lines.join('')}`
}

/** Smallest and largest value of a choice. */
const rangeOf = (words: Readonly<Record<number, string>>): { min: number; max: number } => {
  const keys = Object.keys(words).map(Number)
  return { min: Math.min(...keys), max: Math.max(...keys) }
}

/** A band as two stacked areas: a transparent one up to the minimum, and one from minimum to maximum. */
const bandOf = (one: Series, at: number, color: string, wall: Drawing['wall']): readonly object[] => {
  if (!one.band) return []
  const high = new Map(one.band.high)
  const common = {
    name: '',
    type: 'line',
    stack: `band-${at}`,
    stackStrategy: 'all',
    symbol: 'none',
    silent: true,
    z: 1,
    lineStyle: { opacity: 0 },
    emphasis: { disabled: true },
  }
  const over = ([time, low]: readonly [number, number | null]): [number, number | null] => {
    const top = high.get(time)
    return [wall(time), low === null || top === null || top === undefined ? null : top - low]
  }
  return [
    { ...common, data: one.band.low.map(([time, low]) => [wall(time), low]) },
    { ...common, data: one.band.low.map(over), areaStyle: { color, opacity: 0.25 } },
  ]
}

/** Data of a line: times and values, plus the band for the tooltip. */
const dataOf = ({ points, band }: Series, wall: Drawing['wall']): readonly unknown[] => {
  if (!band) return points.map(([time, value]) => [wall(time), value])
  const [low, high] = [new Map(band.low), new Map(band.high)]
  return points.map(([time, value]) => [wall(time), value, low.get(time) ?? undefined, high.get(time) ?? undefined])
}

/** True if all values are whole numbers, such as counts. The axis then shows no fractions. */
const isWhole = (series: readonly Series[]): boolean =>
  series.every(({ points }) => points.every(([, value]) => Number.isInteger(value ?? 0)))

/** Builds the options of echarts: time axis, quantities from zero, series names at the ends of the lines (of bars: above them), nights shaded. */
export const optionOf = (drawing: Drawing): EChartsCoreOption => {
  const { series, unit, night, fromZero, look, wall, number, words } = drawing
  const span = spanOf(series)
  const shaded = span ? clip(night, span).map(([from, to]) => [{ xAxis: wall(from) }, { xAxis: wall(to) }]) : []
  const several = series.length > 1
  const labels = labelsOf(series, wall)
  // Bars have no end beside which a name could stand.
  const bars = several ? series.filter(({ kind }) => kind === 'bar') : []
  const named = several && bars.length < series.length
  const longest = Math.max(0, ...series.map(({ name }) => [...name].reduce((width, letter) => width + (letter > '\u2e80' ? 1 : 0.6), 0)))
  const label = { color: look.text2, fontFamily: look.font, fontSize: look.fontSize }
  return {
    useUTC: true,
    animation: false,
    textStyle: label,
    grid: { left: 4, right: named ? 12 + longest * look.fontSize : 12, top: bars.length > 0 ? 30 : 12, bottom: 4, containLabel: true },
    ...(bars.length > 0 && {
      legend: { data: bars.map(({ name }) => name), top: 0, left: 0, itemHeight: 8, itemWidth: 8, textStyle: label, selectedMode: false },
    }),
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: look.floating,
      borderColor: look.line,
      textStyle: { ...label, color: look.text },
      formatter: (tips: readonly Tip[]) => tooltip(tips, drawing, labels.monthly),
    },
    xAxis: {
      type: 'time',
      ...(drawing.span?.[0] !== undefined && drawing.span[1] !== undefined
        ? { min: wall(drawing.span[0]), max: wall(drawing.span[1]) }
        : {}),
      axisLabel: { ...label, hideOverlap: true, formatter: labels.label },
      axisLine: { lineStyle: { color: look.line } },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      ...(words
        ? { ...rangeOf(words), interval: 1 }
        : {
            min:
              floorOf(
                series.flatMap(({ name, points, band }) => [{ name, points }, ...(band ? [{ name, points: band.low }] : [])]),
                fromZero,
              ) ?? undefined,
          }),
      scale: !fromZero,
      ...(isWhole(series) ? { minInterval: 1 } : {}),
      ...(unit === '%' && fromZero ? shareAxis(series.flatMap(({ points }) => points.map(([, value]) => value))) : {}),
      axisLabel: { ...label, formatter: (value: number) => (words ? (words[value] ?? '') : number(value)) },
      splitLine: { lineStyle: { color: look.line } },
      splitNumber: 4,
    },
    series: series.flatMap((one, at) => {
      const color = look.hues[hueOf(one, at)]
      const line = {
        name: one.name,
        type: one.kind ?? 'line',
        data: dataOf(one, wall),
        ...(one.step ? { step: 'end' } : {}),
        ...(one.band ? { z: 3 } : {}),
        showSymbol: one.points.filter(([, value]) => value !== null).length === 1,
        lineStyle: { width: 2, color },
        itemStyle: { color },
        emphasis: { disabled: true },
        // Names of lines that end close together move apart.
        labelLayout: { moveOverlap: 'shiftY' },
        endLabel: { show: several && one.kind !== 'bar', formatter: one.name, color, fontFamily: look.font, fontSize: look.fontSize },
        ...(at === 0 && shaded.length > 0 ? { markArea: { silent: true, itemStyle: { color: look.night }, data: shaded } } : {}),
      }
      return [line, ...bandOf(one, at, color, wall)]
    }),
  }
}
