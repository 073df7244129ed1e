import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useTheme } from '../theme/theme.ts'
import { dataOption, shapeOf, type ValueKind, type ValueLook, type Values, valueOption } from './value-option.ts'

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, CanvasRenderer])

const HUES = ['--ll-lamp-on-low', '--ll-primary', '--ll-success', '--ll-warning', '--ll-danger', '--ll-text-3'] as const
/** Colours and text size as the element has them: a part of a page may have its own theme. */
const lookOf = (element: Element, hues: readonly string[] = HUES): ValueLook => {
  const style = getComputedStyle(element)
  const of = (name: string): string => style.getPropertyValue(name).trim()
  return {
    colours: hues.map(of),
    text: of('--ll-text-2'),
    line: of('--ll-line-hard'),
    font: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
  }
}

/**
 * One instance of the chart library for as long as the component is mounted. New values change only the data; the other options are set again only if
 * series, theme or text size change. Walls run for days: an instance for each update, or a merge of whole options, would grow.
 */
export const ValueCanvas = ({ kind, label, values }: { readonly kind: ValueKind; readonly label: string; readonly values: Values }) => {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const shape = useRef('')
  const theme = useTheme()
  const { number } = useFormat()
  const [resized, setResized] = useState(0)
  useEffect(() => {
    if (!box.current) return undefined
    const made = init(box.current, undefined, { renderer: 'canvas' })
    chart.current = made
    const watch = new ResizeObserver(() => {
      made.resize()
      setResized((before) => before + 1)
    })
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      made.dispose()
      chart.current = null
      shape.current = ''
    }
  }, [])
  useEffect(() => {
    if (!box.current || !chart.current) return
    const look = lookOf(box.current, values.hues)
    const next = shapeOf(kind, values, look)
    if (next === shape.current) chart.current.setOption(dataOption(kind, values, look))
    else chart.current.setOption(valueOption(kind, values, { look, number }), { notMerge: true })
    shape.current = next
  }, [kind, values, number, theme, resized])
  const hues = values.hues ?? HUES
  return (
    <div className="ll-value-chart">
      <div ref={box} className="ll-value-plot" role="img" aria-label={label} />
      {kind === 'pie' && (
        <ul className="ll-value-names">
          {values.names.map((name, at) => (
            <li key={`${at} ${name}`}>
              <i style={{ background: `var(${hues[at % hues.length]})` }} />
              <span>{name}</span>
              <b>{number(values.series[0]?.values[at] ?? null)}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
