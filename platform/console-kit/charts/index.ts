/** Charts of values over time; the chart library is loaded with the first chart. */

export { type Hue, type Interval, type Point, type Series, tableOf, withBands } from './series.ts'
export { TimeChart } from './time-chart.tsx'
export { ValueChart } from './value-chart.tsx'
export type { ValueKind, Values } from './value-option.ts'
