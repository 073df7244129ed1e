import type pg from 'pg'
import { type Figure, interleave, median, throughput } from '../measure.ts'
import { type Product, startProduct } from '../product.ts'
import { hardLists } from './hard-lists.ts'
import { assertSame, type Bench, byHand, CONNECTIONS, type Filter, openBench, pageOf } from './list-arms.ts'
import { grantPlaces, growTo, TENANT, tenFilters } from './list-data.ts'

const ROUND_MS = 2500
const DEEP_PAGE = 9000
const SIZES = [10_000, 100_000, 1_000_000]

/** Compares the list with hand-written SQL, in turn: requests with a random one of `filters` on 16 connections. */
const compare = async (bench: Bench, account: string, filters: readonly Filter[]) => {
  await assertSame(bench, account, filters)
  const hand = filters.map(byHand)
  const requests = filters.map((filter) => bench.requestOf(account, filter))
  const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
  const p99: number[] = []
  const cpu: number[] = []
  const rounds = await interleave(
    5,
    async () => {
      const before = await bench.cpu()
      const began = performance.now()
      const found = await throughput(CONNECTIONS, ROUND_MS, async (loop) => void (await bench.list(loop, any(requests))))
      cpu.push(((await bench.cpu()) - before) / ((found.perSecond * (performance.now() - began)) / 1e6))
      p99.push(found.p99)
      return found.perSecond
    },
    async () => {
      const found = await throughput(CONNECTIONS, ROUND_MS, async (loop) => void (await any(hand)(bench.clients[loop] as pg.Client)))
      return found.perSecond
    },
  )
  return { rounds, p99: median(p99.slice(1)), cpuMs: median(cpu.slice(1)) }
}

const figureOf = (name: string, aim: string, found: Awaited<ReturnType<typeof compare>>, notes: readonly string[]): Figure => ({
  name,
  unit: 'requests/s',
  ours: median(found.rounds.ours),
  limit: median(found.rounds.limit),
  ratio: median(found.rounds.ratios),
  rounds: found.rounds.ratios,
  aim,
  notes: [`p99 ${found.p99.toFixed(1)} ms; processor time of server and database ${found.cpuMs.toFixed(3)} ms a request`, ...notes],
})

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let n = 0; n < 100; n += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return median(times)
}
/** Compares page 9,000 with page 1, one request at a time, in turn. */
const deepPage = async (bench: Bench, lamps: string): Promise<Figure> => {
  const page = (current: number) => bench.list(0, bench.requestOf('operator', { current: String(current) }))
  const [first] = (
    await bench.owner.query<{ ids: string }>(
      `select string_agg(id::text, ',' order by id desc) as ids from (
       select id from lighting_lamp where tenant_id = $1 and not is_deleted order by id desc limit 10 offset $2) page`,
      [TENANT, (DEEP_PAGE - 1) * 10],
    )
  ).rows
  if (pageOf(await page(DEEP_PAGE)).ids !== first?.ids) throw new Error(`page ${DEEP_PAGE} is not the page ${DEEP_PAGE}`)
  const rounds = await interleave(
    5,
    () => timed(() => page(DEEP_PAGE)),
    () => timed(() => page(1)),
  )
  return {
    name: `page ${DEEP_PAGE.toLocaleString('en')} of ${lamps} lamps, whole tenant, against page 1`,
    unit: 'ms',
    ours: median(rounds.ours),
    limit: median(rounds.limit),
    ratio: median(rounds.ratios),
    rounds: rounds.ratios,
    aim: '≤ 2',
    notes: ['limit: page 1 of the same list'],
  }
}

const requestedSizes = (): number[] => {
  const rows = process.argv.find((word) => word.startsWith('--lamps='))
  const sizes = rows ? rows.slice('--lamps='.length).split(',').map(Number) : SIZES
  if (sizes.some((size) => !Number.isInteger(size) || size % 10_000 !== 0))
    throw new Error('--lamps= takes multiples of 10000, comma-joined')
  return sizes.sort((a, b) => a - b)
}

const measure = async (product: Product): Promise<Figure[]> => {
  const bench = await openBench(product)
  const figures: Figure[] = []
  const cpu: [lamps: string, ms: number][] = []
  let filled = 0
  for (const size of requestedSizes()) {
    await growTo(bench.owner, filled, size)
    filled = size
    const lamps = size.toLocaleString('en')
    const projects = await grantPlaces(bench.owner, 'guest', size)
    // The server caches sessions and permissions for two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const rights = await compare(bench, 'guest', tenFilters(projects))
    cpu.push([lamps, rights.cpuMs])
    const least = cpu[0] as [string, number]
    figures.push(
      figureOf(
        `paged list of ${lamps} lamps: token, tenant, project and area rights, ten filters, exact total, 16 connections`,
        '≥ 0.45',
        rights,
        [
          `processor time ÷ at ${least[0]} lamps: ${(rights.cpuMs / least[1]).toFixed(2)} (aim ≤ 1.3)`,
          'limit: the same rows and totals by hand-written, prepared SQL without rights on 16 connections, no HTTP; what asks us over HTTP writes bytes made before and reads no more than the length',
        ],
      ),
    )
    const whole = await compare(bench, 'operator', [{}])
    figures.push(
      figureOf(
        `first page of the whole tenant with its exact total, ${lamps} lamps`,
        size >= 1_000_000 ? '≥ 20' : 'none at this size',
        whole,
        ['limit: the same by hand-written SQL with count(*)'],
      ),
    )
    if (size >= DEEP_PAGE * 10) figures.push(await deepPage(bench, lamps), await hardLists(bench, size, lamps))
  }
  await bench.close()
  return figures
}

/** Measures lists at three sizes (`--lamps=10000,100000,1000000`), each with its limit. */
export const run = async (): Promise<Figure[]> => {
  const product = await startProduct()
  try {
    return await measure(product)
  } finally {
    await product.stop()
  }
}
