import type { PrintChart } from './document.ts'

/** Size of the drawing, pt: the width between the margins of a page. */
const [WIDTH, HEIGHT] = [515, 170]
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 8, 22, 20]
const INK = {
  axis: '#9aa0a6',
  text: '#5f6368',
  goal: '#b3261e',
  series: ['#b7791f', '#3b6ea5', '#5b8c5a', '#8e5ea2', '#c0504d', '#4f9da6', '#7f7f7f', '#d4a72c'],
} as const
const TICKS = 4
const LABELS = 8

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] as string)

/** A round number that is at least `value`. */
const roundUp = (value: number): number => {
  if (!(value > 0)) return 1
  const size = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5, 10].find((step) => step * size >= value) ?? 10) * size
}
const short = (value: number): string => {
  const [size, sign] = Math.abs(value) >= 1e6 ? [1e6, 'M'] : Math.abs(value) >= 1e4 ? [1e3, 'k'] : [1, '']
  return `${Number((value / size).toPrecision(4))}${sign}`
}

/** Draws a chart over time as SVG. `font`: name of the font of its texts. */
export const chartSvg = ({ type, times, series, goal, unit }: PrintChart, font: string): string => {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null))
  // The axis of a rate near 100 % begins close below its lowest value: differences of a per cent must be seen.
  const close = type === 'line' && unit === '%' && all.length > 0 && Math.min(...all) > 50
  const low = close ? Math.floor(Math.min(...all, goal ?? 100) / 5) * 5 : Math.min(0, ...all)
  const high = close ? 100 : roundUp(Math.max(0, ...all, goal ?? 0))
  const [plotWidth, plotHeight] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM]
  const y = (value: number): number => TOP + plotHeight * (1 - (value - low) / (high - low || 1))
  const slot = plotWidth / Math.max(1, times.length)
  const x = (n: number): number => LEFT + slot * (n + 0.5)
  const parts: string[] = []
  const text = (at: readonly [number, number], words: string, anchor: 'start' | 'middle' | 'end', fill: string = INK.text): void => {
    parts.push(
      `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" font-family="${font}" font-size="7" fill="${fill}" text-anchor="${anchor}">${escaped(words)}</text>`,
    )
  }
  const line = (from: readonly [number, number], to: readonly [number, number], stroke: string, more = ''): void => {
    parts.push(
      `<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" stroke="${stroke}" ${more}/>`,
    )
  }
  for (let tick = 0; tick <= TICKS; tick++) {
    const value = low + ((high - low) * tick) / TICKS
    line([LEFT, y(value)], [WIDTH - RIGHT, y(value)], INK.axis, `stroke-width="${tick === 0 ? 0.8 : 0.25}"`)
    text([LEFT - 4, y(value) + 2.5], short(value), 'end')
  }
  const every = Math.max(1, Math.ceil(times.length / LABELS))
  for (const [n, time] of times.entries())
    if (n % every === 0)
      text(
        [x(n), HEIGHT - BOTTOM + 11],
        time.slice(times.length > 1 && time.endsWith('-01') && times[1]?.endsWith('-01') ? 0 : 5),
        'middle',
      )
  const barWidth = Math.max(0.6, (slot * 0.8) / Math.max(1, series.length))
  for (const [at, { name, values }] of series.entries()) {
    const color = INK.series[at % INK.series.length] as string
    if (type === 'bar')
      for (const [n, value] of values.entries()) {
        if (value === null) continue
        const [from, to] = [y(Math.max(0, low)), y(value)]
        const left = LEFT + slot * (n + 0.1) + at * barWidth
        parts.push(
          `<rect x="${left.toFixed(2)}" y="${Math.min(from, to).toFixed(1)}" width="${barWidth.toFixed(2)}" height="${Math.abs(to - from).toFixed(1)}" fill="${color}"/>`,
        )
      }
    else {
      // A gap in the data is a gap in the line.
      const runs: string[][] = [[]]
      for (const [n, value] of values.entries()) {
        if (value === null) runs.push([])
        else runs.at(-1)?.push(`${x(n).toFixed(1)},${y(value).toFixed(1)}`)
      }
      for (const run of runs)
        if (run.length === 1) parts.push(`<circle cx="${run[0]?.split(',')[0]}" cy="${run[0]?.split(',')[1]}" r="1.5" fill="${color}"/>`)
        else if (run.length > 1) parts.push(`<polyline points="${run.join(' ')}" fill="none" stroke="${color}" stroke-width="1.3"/>`)
    }
    const left = LEFT + at * Math.min(110, plotWidth / series.length)
    parts.push(`<rect x="${left}" y="4" width="7" height="7" fill="${color}"/>`)
    text([left + 10, 10], name, 'start')
  }
  if (goal !== undefined) {
    line([LEFT, y(goal)], [WIDTH - RIGHT, y(goal)], INK.goal, 'stroke-width="0.8" stroke-dasharray="4 3"')
    text([WIDTH - RIGHT, y(goal) - 3], `${goal} ${unit}`, 'end', INK.goal)
  }
  if (unit) text([LEFT - 4, 10], unit, 'end')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join('')}</svg>`
}
