import type { EChartsCoreOption } from 'echarts/core'
import { clip, floorOf, type Hue, hueOf, type Interval, type Series, spanOf } from './series.ts'

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
  /** Epoch ms to ms that read as the tenant's wall clock in UTC, so that days begin at the tenant's midnight. */
  readonly wall: (at: number) => number
  readonly number: (value: number) => string
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
/** Times of the axis: the day at midnight, the clock between. */
export const axisLabel = (wall: number): string => (clock(wall) === '00:00' ? day(wall) : clock(wall))

const asText = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

interface Tip {
  readonly seriesName: string
  readonly color: string
  readonly value: readonly [number, number | null]
}
const tooltip = (tips: readonly Tip[], { number, unit }: Drawing): string => {
  const [first] = tips
  if (!first) return ''
  const lines = tips.map(({ seriesName, color, value: [, value] }) => {
    const words = value === null ? '—' : `${number(value)} ${unit}`
    return `<div class="ll-tip-line"><i style="background:${color}"></i>${asText(seriesName)}<b>${asText(words)}</b></div>`
  })
  return `<div class="ll-tip-time">${day(first.value[0])} ${clock(first.value[0])}</div>${lines.join('')}`
}

/** The drawing in the words of echarts: time axis, quantities from zero, names at the ends of their lines, nights shaded. */
export const optionOf = (drawing: Drawing): EChartsCoreOption => {
  const { series, night, fromZero, look, wall, number } = drawing
  const span = spanOf(series)
  const shaded = span ? clip(night, span).map(([from, to]) => [{ xAxis: wall(from) }, { xAxis: wall(to) }]) : []
  const several = series.length > 1
  const longest = Math.max(0, ...series.map(({ name }) => [...name].reduce((width, letter) => width + (letter > '\u2e80' ? 1 : 0.6), 0)))
  const label = { color: look.text2, fontFamily: look.font, fontSize: look.fontSize }
  return {
    useUTC: true,
    animation: false,
    textStyle: label,
    grid: { left: 4, right: several ? 12 + longest * look.fontSize : 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: look.floating,
      borderColor: look.line,
      textStyle: { ...label, color: look.text },
      formatter: (tips: readonly Tip[]) => tooltip(tips, drawing),
    },
    xAxis: {
      type: 'time',
      axisLabel: { ...label, hideOverlap: true, formatter: axisLabel },
      axisLine: { lineStyle: { color: look.line } },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: floorOf(series, fromZero) ?? undefined,
      scale: !fromZero,
      axisLabel: { ...label, formatter: (value: number) => number(value) },
      splitLine: { lineStyle: { color: look.line } },
      splitNumber: 4,
    },
    series: series.map((one, at) => {
      const color = look.hues[hueOf(one, at)]
      return {
        name: one.name,
        type: one.kind ?? 'line',
        data: one.points.map(([time, value]) => [wall(time), value]),
        showSymbol: one.points.filter(([, value]) => value !== null).length === 1,
        lineStyle: { width: 2, color },
        itemStyle: { color },
        emphasis: { disabled: true },
        endLabel: { show: several && one.kind !== 'bar', formatter: one.name, color, fontFamily: look.font, fontSize: look.fontSize },
        ...(at === 0 && shaded.length > 0 ? { markArea: { silent: true, itemStyle: { color: look.night }, data: shaded } } : {}),
      }
    }),
  }
}
