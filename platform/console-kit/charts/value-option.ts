import type { EChartsCoreOption } from 'echarts/core'
import { shareAxis } from './series.ts'

export type ValueKind = 'line' | 'bar' | 'pie'
export interface ValueSeries {
  readonly name: string
  readonly unit: string
  readonly values: readonly (number | null)[]
}
/** Values by name: a line or bars over the names, or a pie of the first series. */
export interface Values {
  readonly names: readonly string[]
  readonly series: readonly ValueSeries[]
  /** Colour tokens of the names of a pie, if they have a meaning. */
  readonly hues?: readonly `--ll-${string}`[]
}
export interface ValueLook {
  readonly colours: readonly string[]
  readonly text: string
  readonly line: string
  readonly font: string
  readonly fontSize: number
}

/** Slices of a pie. A name keeps its colour when others are 0 and have no slice. */
const slicesOf = ({ names, series }: Values, { colours }: ValueLook): readonly object[] =>
  names.flatMap((name, at) => {
    const value = series[0]?.values[at] ?? 0
    return value > 0 ? [{ name, value, itemStyle: { color: colours[at % colours.length] } }] : []
  })

const isShare = (series: readonly ValueSeries[]): boolean => series.every(({ unit }) => unit === '%')
/** Returns the end of the value axis if all series are shares. */
const axisOf = (series: readonly ValueSeries[]) => (isShare(series) ? shareAxis(series.flatMap(({ values }) => values)) : {})

/** The part of the options that changes with the values. */
export const dataOption = (kind: ValueKind, values: Values, look: ValueLook): EChartsCoreOption => {
  const { names, series } = values
  return kind === 'pie'
    ? { series: [{ data: slicesOf(values, look) }] }
    : { xAxis: { data: names }, ...(isShare(series) && { yAxis: axisOf(series) }), series: series.map(({ values: data }) => ({ data })) }
}

/** Key of the options without values: as long as it is the same, `dataOption` is enough. */
export const shapeOf = (kind: ValueKind, { series }: Values, look: ValueLook): string =>
  JSON.stringify([kind, series.map(({ name, unit }) => [name, unit]), look])

/** Number of characters that fit on a line below a bar. */
const LINE = { han: 3, latin: 8 } as const
/**
 * Breaks a long name below a bar into two lines, at a space or in the middle of a Chinese name, so that neighbouring names do not overlap.
 * Dates stay whole.
 */
export const inLines = (name: string): string => {
  if (/^[\d\s:./-]*$/.test(name)) return name
  const at = name.includes(' ') ? name.lastIndexOf(' ', Math.max(LINE.latin, name.length / 2)) : -1
  if (at > 0 && name.length > LINE.latin) return `${name.slice(0, at)}\n${name.slice(at + 1)}`
  const isHan = /\p{Script=Han}/u.test(name)
  if (!isHan || name.length <= LINE.han) return name
  const half = Math.ceil(name.length / 2)
  return `${name.slice(0, half)}\n${name.slice(half)}`
}

/** All options. Texts have the size of the widget; nothing is animated, because walls show charts for days. */
export const valueOption = (
  kind: ValueKind,
  values: Values,
  { look, number }: { readonly look: ValueLook; readonly number: (value: number) => string },
): EChartsCoreOption => {
  const text = { color: look.text, fontFamily: look.font, fontSize: look.fontSize }
  const common = { animation: false, textStyle: text, color: [...look.colours] }
  const { names, series } = values
  if (kind === 'pie')
    return {
      ...common,
      series: [
        {
          // The names stand beside the pie as text: labels around it are cut in a narrow widget.
          type: 'pie',
          radius: ['55%', '88%'],
          silent: true,
          label: { show: false },
          labelLine: { show: false },
          data: slicesOf(values, look),
        },
      ],
    }
  return {
    ...common,
    grid: { left: 4, right: 12, top: series.length > 1 ? 2 * look.fontSize : 12, bottom: 4, containLabel: true },
    ...(series.length > 1 && { legend: { top: 0, right: 0, textStyle: text, itemHeight: look.fontSize * 0.7 } }),
    xAxis: {
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.line } },
      axisLabel: { ...text, hideOverlap: true, ...(kind === 'bar' && { formatter: inLines }) },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      splitLine: { lineStyle: { color: look.line } },
      ...axisOf(series),
      // Small widgets have too little room for all labels.
      axisLabel: { ...text, hideOverlap: true, formatter: (value: number) => number(value) },
    },
    series: series.map(({ name, values: data }) => ({
      name,
      type: kind,
      data,
      silent: true,
      ...(kind === 'line' && { showSymbol: data.filter((value) => value !== null).length === 1, lineStyle: { width: look.fontSize / 7 } }),
      ...(kind === 'bar' && { barMaxWidth: 3 * look.fontSize }),
    })),
  }
}
