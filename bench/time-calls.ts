import type { ApiClient } from '@lamplight/testing'
import { type Figure, median } from './measure.ts'

const AIM_MS = 50
const REQUESTS = 40

/** A measured call: description, path, query, and the expected number of rows. */
type TimedCall = readonly [what: string, path: string, query: Record<string, unknown>, total: number]
/** Returns the number of rows of an answer; by default the total of a page. */
type Count = (data: Record<string, unknown>) => number

/** Measures a call that must find `total` rows: median and 95th percentile, ms. */
const timeCall = async (client: ApiClient, [, path, query, total]: TimedCall, count: Count) => {
  const times: number[] = []
  for (let n = -5; n < REQUESTS; n += 1) {
    const began = performance.now()
    const { data } = await client.get<Record<string, unknown>>(path, query)
    if (n >= 0) times.push(performance.now() - began)
    const found = count(data)
    if (found !== total) throw new Error(`${path} found ${found}, not ${total}`)
  }
  times.sort((a, b) => a - b)
  return { middle: median(times), p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN }
}

/** Measures calls with one request at a time. The slowest is the result. */
export const measureCalls = async (
  client: ApiClient,
  name: string,
  request: readonly TimedCall[],
  { count = ({ total }) => Number(total), aimMs = AIM_MS }: { readonly count?: Count; readonly aimMs?: number } = {},
): Promise<Figure> => {
  const table: [what: string, middle: number, p95: number][] = []
  for (const one of request) {
    const { middle, p95 } = await timeCall(client, one, count)
    table.push([one[0], middle, p95])
  }
  const slowest = Math.max(...table.map(([, , p95]) => p95))
  return {
    name,
    unit: 'ms',
    ours: slowest,
    limit: aimMs,
    ratio: slowest / aimMs,
    rounds: [slowest / aimMs],
    aim: `≤ ${aimMs} ms`,
    notes: [],
    table: [['call', 'median, ms', '95th percentile, ms'], ...table.map(([what, ...times]) => [what, ...times.map((ms) => ms.toFixed(1))])],
  }
}
