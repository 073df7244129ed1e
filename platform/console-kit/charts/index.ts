/** Charts of values over time; the drawing library comes with the first chart on the screen. */

export { type Hue, type Interval, type Point, type Series, tableOf, withBands } from './series.ts'
export { TimeChart } from './time-chart.tsx'
