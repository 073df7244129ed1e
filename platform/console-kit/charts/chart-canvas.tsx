import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, MarkAreaComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { wallClock } from '../i18n/zone.ts'
import { type ThemeName, useTheme } from '../theme/theme.ts'
import { token, tokenPx } from '../theme/tokens.ts'
import { type Look, optionOf } from './option.ts'
import type { Interval, Series } from './series.ts'
import { useDragRange } from './use-drag-range.ts'

use([BarChart, LineChart, GridComponent, LabelLayout, LegendComponent, MarkAreaComponent, TooltipComponent, CanvasRenderer])

const HOUR = 3_600_000
/** Returns a function that converts an instant to the zone's wall clock, expressed as UTC; offsets are computed once per hour. */
const wallOf = (zone: string): ((at: number) => number) => {
  const offsets = new Map<number, number>()
  return (at) => {
    const hour = Math.floor(at / HOUR)
    let offset = offsets.get(hour)
    if (offset === undefined) {
      const [year, month, day, hours, minutes, seconds] = wallClock(hour * HOUR, zone).map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      offset = Date.UTC(year, month - 1, day, hours, minutes, seconds) - hour * HOUR
      offsets.set(hour, offset)
    }
    return at + offset
  }
}

const lookOf = (_theme: ThemeName): Look => ({
  hues: {
    primary: token('--ll-primary'),
    gold: token('--ll-lamp-on-low'),
    success: token('--ll-success'),
    warning: token('--ll-warning'),
    danger: token('--ll-danger'),
    neutral: token('--ll-text-3'),
  },
  text: token('--ll-text'),
  text2: token('--ll-text-2'),
  line: token('--ll-line-soft'),
  floating: token('--ll-floating'),
  night: token('--ll-night'),
  font: token('--ll-font'),
  fontSize: tokenPx('--ll-text-12'),
})

/** Draws the chart; redraws it when theme, zone or size change. */
export const ChartCanvas = ({
  label,
  series,
  unit,
  night,
  fromZero,
  height,
  span,
  words,
  onRange,
}: {
  label: string
  series: readonly Series[]
  unit: string
  night: readonly Interval[]
  fromZero: boolean
  height: number
  span?: Interval | undefined
  words?: Readonly<Record<number, string>> | undefined
  onRange?: ((range: Interval) => void) | undefined
}) => {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const theme = useTheme()
  const { zone, number } = useFormat()
  useEffect(() => {
    if (!box.current) return
    const made = init(box.current, undefined, { renderer: 'canvas' })
    chart.current = made
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      made.dispose()
    }
  }, [])
  const [from, to] = span ?? []
  useEffect(() => {
    const option = optionOf({ series, unit, night, fromZero, look: lookOf(theme), wall: wallOf(zone), number, span: [from, to], words })
    chart.current?.setOption(option, { notMerge: true })
  }, [series, unit, night, fromZero, theme, zone, number, from, to, words])
  const drag = useDragRange(chart, wallOf(zone), onRange)
  return (
    <div className="ll-chart-frame" data-drag={onRange ? '' : undefined} {...drag.handlers}>
      <div ref={box} className="ll-chart-canvas" role="img" aria-label={label} style={{ height }} />
      {drag.shown && <i className="ll-chart-range" style={drag.shown} />}
    </div>
  )
}
