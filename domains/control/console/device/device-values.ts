import { formatTime, zone } from '@lamplight/console-kit'
import { modelOf } from '@lamplight/fields/model'
import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'

type Values = Readonly<Record<string, unknown>>

const MINUTE_MS = 60_000
const STALE_MS = 2 * 60 * MINUTE_MS

/** Age from which values are shown as old, ms: twice the reporting interval of the device or of its type, or two hours if neither is known. */
export const staleAfter = ({ properties, reportsEvery = 0 }: DeviceTypeDefinition, row: Values): number => {
  const interval = properties.interval?.unit === 'min' ? Number(row.interval) : reportsEvery
  return interval > 0 ? 2 * interval * MINUTE_MS : STALE_MS
}

const OFFLINE = 4

/** Applies a live push `{ state, reportedAt, values }` to a row. `reportedAt` is epoch ms. */
export const withNews = <R extends object>({ fields }: ResourceDefinition, row: R, news: Values): R => {
  const { state, reportedAt, values } = news
  const changes = typeof values === 'object' && values !== null ? Object.entries(values) : []
  const read = changes.flatMap(([name, value]) => {
    const field = fields[name]
    const wire = field?.kind === 'time' && typeof value === 'number' ? formatTime(value, zone.get()) : value
    const known = field && modelOf(field).fromWire([wire], field.options)
    return known === undefined ? [] : [[name, known] as const]
  })
  return {
    ...row,
    ...Object.fromEntries(read),
    ...(typeof state === 'number' ? { deviceState: state, online: state !== OFFLINE } : {}),
    ...(typeof reportedAt === 'number' ? { reportedAt: formatTime(reportedAt, zone.get()) } : {}),
  }
}

/** Merges two pushes of a device: the later state, and the values of both. Each push contains only the values of its report. */
export const mergeNews = (earlier: Values, later: Values): Values => ({
  ...later,
  values: { ...(earlier.values as Values | undefined), ...(later.values as Values | undefined) },
})
