import { expect, test } from 'vitest'
import { createBench, mixedInventory, NOON } from '../harness.ts'

const WEEK = 7 * 86_400_000

/** The values that one bin reported during a week, by property. */
const weekOf = (seed: number, reportInterval = 900): Map<string, unknown[]> => {
  const bench = createBench({ seed, reportInterval, inventory: mixedInventory(1) })
  bench.clock.advance(WEEK)
  const found = new Map<string, unknown[]>()
  for (const { sn, p } of bench.reports)
    if (sn === 'BIN2-1') for (const [name, value] of Object.entries(p)) found.set(name, [...(found.get(name) ?? []), value])
  return found
}
const numbers = (week: Map<string, unknown[]>, name: string): number[] => week.get(name) as number[]
const steps = (values: readonly number[]): number[] => values.slice(1).map((value, index) => value - values[index]!)

test('over a week every number changes, in small steps, within its limits and with its decimals', () => {
  for (const seed of [1, 2, 3]) {
    const week = weekOf(seed)
    for (const [name, low, high, decimals] of [
      ['level', 0, 100, 0],
      ['temperature', 10, 30, 1],
      ['battery', 2.5, 4.2, 1],
      ['weight', 0, 100, 1],
      ['interval', 1, 60, 0],
    ] as const) {
      const values = numbers(week, name)
      expect(values.length, name).toBe(672)
      expect(Math.min(...values), name).toBeGreaterThanOrEqual(low)
      expect(Math.max(...values), name).toBeLessThanOrEqual(high)
      expect(new Set(values).size, name).toBeGreaterThan(5)
      expect(Math.max(...steps(values).map(Math.abs)), name).toBeLessThanOrEqual((high - low) * 0.1 + 10 ** -decimals)
      for (const value of values) expect(value, name).toBe(Number(value.toFixed(decimals)))
    }
  }
})

test('counters never fall except where they wrap to 0', () => {
  const week = weekOf(1)
  const openings = numbers(week, 'openings')
  expect(Math.max(...openings)).toBeLessThanOrEqual(200)
  const falls = openings.flatMap((value, index) => (index > 0 && value < openings[index - 1]! ? [[openings[index - 1]!, value]] : []))
  expect(falls.length).toBeGreaterThan(0)
  for (const [before, after] of falls) {
    expect(before).toBeGreaterThan(180)
    expect(after).toBeLessThan(20)
  }
  const running = numbers(week, 'running')
  expect(Math.min(...steps(running))).toBeGreaterThanOrEqual(0)
  expect(running.at(-1)! - running[0]!).toBeGreaterThan(100)
})

test('the change of a number over time does not depend on the report interval', () => {
  const spread = (reportInterval: number): number => {
    const hours = 3600 / reportInterval
    const all = [1, 2, 3, 4, 5, 6].flatMap((seed) =>
      steps(numbers(weekOf(seed, reportInterval), 'temperature').filter((_, index) => index % hours === 0)),
    )
    return Math.sqrt(all.reduce((sum, one) => sum + one ** 2, 0) / all.length)
  }
  const ratio = spread(900) / spread(3600)
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.4)
})

test('choices and flags change rarely, texts never, times are current, faults begin and end', () => {
  const week = weekOf(1)
  for (const name of ['lid', 'tilted', 'mode']) {
    const values = week.get(name)!
    const changes = values.filter((value, index) => index > 0 && value !== values[index - 1]).length
    expect(changes, name).toBeGreaterThan(0)
    expect(changes, name).toBeLessThan(30)
  }
  expect(new Set(week.get('version')).size).toBe(1)
  const bench = createBench({ inventory: mixedInventory(40), reportInterval: 3600, drift: 60_000 })
  bench.clock.advance(WEEK)
  const bins = bench.reports.filter(({ sn }) => sn.startsWith('BIN'))
  expect(bins.every(({ at, p }) => (p as { seen?: number }).seen === at)).toBe(true)
  const faulty = bins.filter(({ p }) => p.faults!.length > 0)
  expect(faulty.length).toBeGreaterThan(0)
  expect(faulty.length).toBeLessThan(bins.length * 0.02)
  expect(new Set(faulty.flatMap(({ p }) => p.faults))).toEqual(new Set(['highTemperature', 'impactDetected']))
  const { sn, type } = bench.events.find(({ on }) => on)!
  expect(bins.some((report) => report.sn === sn && report.p.faults!.includes(type))).toBe(true)
  expect(bench.events.some((event) => event.sn === sn && event.type === type && !event.on)).toBe(true)
})

test('one seed plays the same values, another seed others; a retired property is not played', () => {
  expect([...weekOf(1)]).toEqual([...weekOf(1)])
  expect(weekOf(1).get('level')).not.toEqual(weekOf(2).get('level'))
  expect(weekOf(1).has('old')).toBe(false)
})

test('values known to the platform are continued', () => {
  const inventory = mixedInventory(1)
  const [first, second] = inventory.gateways
  const devices = [{ sn: 'BIN2-1', type: 'bin', values: { level: 42, openings: 7, running: 31.5, tilted: true, lid: 3, strange: 1 } }]
  const bench = createBench({ inventory: { ...inventory, gateways: [first!, { ...second!, devices }] } })
  expect(bench.device('BIN2-1').values).toMatchObject({ level: 42, openings: 7, running: 31.5, tilted: true })
  expect(bench.device('BIN2-1').values).not.toHaveProperty('strange')
  expect([0, 1]).toContain(bench.device('BIN2-1').values.lid)
  bench.engine.reportAll(1)
  expect(bench.reports).toMatchObject([{ sn: 'BIN2-1', at: NOON, p: { level: 42, openings: 7 } }])
})
