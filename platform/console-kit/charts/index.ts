/** Charts of values over time; the drawing library comes with the first chart on the screen. */

export type { Hue, Interval, Point, Series } from './series.ts'
export { TimeChart } from './time-chart.tsx'
