import type { ApiClient } from '@lamplight/testing'
import pg from 'pg'
import { type Figure, median } from './measure.ts'
import { startProduct } from './product.ts'

const TENANT = '100001'
const LAMPS = 100_000
const PER_AREA = 500
const AREAS = LAMPS / PER_AREA
const PER_PROJECT = 10
const SUPPLIERS = 3
const DAYS = 366
const FROM = '2024-01-01'
const TO = '2024-12-31'
/** Number of areas of the user who is limited to places. */
const GRANTED = AREAS / 5
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40)
const AIM_MS = 50
const [AREA, PROJECT, SUPPLIER] = ['7050000000000000000', '7000000000000000000', '7040000000000000000']

/** Inserts a leap year of 100,000 lamps; each area has lamps of two suppliers. */
const fill = async (owner: pg.Client): Promise<void> => {
  const run = async (sql: string): Promise<void> => void (await owner.query(sql))
  await run(`insert into places_project (id, tenant_id, name, type, sort) select ${PROJECT} + n, '${TENANT}', 'Project ' || n, 2, n
    from generate_series(0, ${AREAS / PER_PROJECT - 1}) n`)
  await run(`insert into places_area (id, tenant_id, area_name, area_code, sort) select ${AREA} + n, '${TENANT}', 'Area ' || n, 'Y' || n, n
    from generate_series(0, ${AREAS - 1}) n`)
  await run(
    `insert into devices_supplier (id, tenant_id, name) select ${SUPPLIER} + n, '${TENANT}', 'Supplier ' || n from generate_series(0, ${SUPPLIERS - 1}) n`,
  )
  await run(`insert into devices_area_daily (tenant_id, day, project_id, area_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms)
    select '${TENANT}', day::date, ${PROJECT} + n / ${PER_PROJECT}, ${AREA} + n, ${SUPPLIER} + (n + s) % ${SUPPLIERS}, ${PER_AREA / 2}, ${PER_AREA / 2},
      (250 + n % 7) * 600000::bigint, 250 * 39600000::bigint, 250 * (86400000::bigint - n * 1000), 250 * 86400000::bigint
    from generate_series('${FROM}'::date - 366, '${TO}'::date, interval '1 day') day, generate_series(0, ${AREAS - 1}) n, generate_series(0, 1) s`)
  const sums = ['devices', 'due', 'energy', 'on_ms', 'online_ms', 'due_ms']
  const added = sums.map((column) => `sum(${column})`).join(', ')
  await run(`insert into devices_area_monthly (tenant_id, day, project_id, area_id, supplier_id, ${sums.join(', ')})
    select tenant_id, date_trunc('month', day)::date, project_id, area_id, supplier_id, ${added} from devices_area_daily where day <= '${TO}' group by 1, 2, 3, 4, 5`)
  await run(`insert into devices_project_daily (tenant_id, day, project_id, supplier_id, ${sums.join(', ')})
    select tenant_id, day, project_id, supplier_id, ${added} from devices_area_daily where day <= '${TO}' group by 1, 2, 3, 4`)
  await run(`insert into devices_place_daily (tenant_id, day, area_id, ${sums.join(', ')})
    select tenant_id, day, area_id, ${added} from devices_area_daily where day <= '${TO}' group by 1, 2, 3`)
  await run('vacuum analyze')
}

/** Limits the operator to the first areas. */
const limit = async (owner: pg.Client): Promise<void> => {
  await owner.query(
    `insert into identity_grant (user_id, kind, ref_id, tenant_id)
     select u.id, 'area', ${AREA} + n, $1 from identity_user u, generate_series(0, ${GRANTED - 1}) n where u.tenant_id = $1 and u.account = 'operator'`,
    [TENANT],
  )
  await owner.query('analyze identity_grant')
}

interface Timed {
  readonly what: string
  readonly middle: number
  readonly p95: number
}
const sorted = (times: number[]): number[] => times.sort((a, b) => a - b)
const timedOf = (what: string, times: number[]): Timed => ({
  what,
  middle: median(times),
  p95: sorted(times)[Math.floor(times.length * 0.95)] ?? Number.NaN,
})
const YEAR = { startDate: FROM, endDate: TO }

/** The calls of the console for a year. */
const CALLS: readonly (readonly [what: string, path: string, query: Record<string, unknown>])[] = [
  ['energy by day and area, first page', 'energy/page', {}],
  ['energy by day and area, a page in the middle', 'energy/page', { current: 3000 }],
  ['energy by month and area', 'energy/page', { dateType: 3 }],
  ['energy of each day, chart', 'energy/chart', {}],
  ['energy by area beside the year before', 'energy/page', { by: 'areaId', compare: 2 }],
  ['online rate by supplier', 'online/page', {}],
  ['online rate of each day by supplier, chart', 'online/chart', {}],
]

/** Measures reports on a year of 100,000 lamps through HTTP with row-level security, as a user who sees all and as one limited to areas. */
export const run = async (): Promise<Figure[]> => {
  const product = await startProduct({ DEMO_DEVICES: '0' })
  const owner = new pg.Client({ connectionString: product.databaseUrl })
  await owner.connect()
  try {
    await fill(owner)
    const energyOf = async (areas: number): Promise<number> => {
      const { rows } = await owner.query<{ kwh: number }>(
        `select sum(energy)::float8 / 1e6 as kwh from devices_area_daily where tenant_id = $1 and day between $2 and $3 and area_id < ${AREA} + $4::bigint`,
        [TENANT, FROM, TO, areas],
      )
      return Number(rows[0]?.kwh)
    }
    const hand: number[] = []
    const byHand = async (): Promise<void> => {
      const began = performance.now()
      await owner.query({
        name: 'hand',
        text: `select count(*), sum(kwh) from (select sum(energy) as kwh from devices_area_daily where tenant_id = $1 and day between $2 and $3 group by day, area_id) g`,
        values: [TENANT, FROM, TO],
      })
      hand.push(performance.now() - began)
    }
    const table: (Timed & { readonly who: string })[] = []
    for (const areas of [AREAS, GRANTED]) {
      if (areas < AREAS) await limit(owner)
      const who = `${areas} areas`
      const client: ApiClient = await product.signIn(TENANT, 'operator')
      const { data } = await client.get<{ totals: { energy: number } }>('/api/blade-report/energy/page', YEAR)
      if (Math.abs(data.totals.energy - (await energyOf(areas))) > 1) throw new Error(`the total of ${who} is not the sum of its rows`)
      for (const [what, path, query] of CALLS) {
        const times: number[] = []
        for (let n = -8; n < ROUNDS; n += 1) {
          const began = performance.now()
          const answer = await client.get(`/api/blade-report/${path}`, { ...YEAR, ...query })
          if (answer.code !== 200) throw new Error(answer.msg)
          if (n >= 0) times.push(performance.now() - began)
          await byHand()
        }
        table.push({ ...timedOf(what, times), who })
      }
    }
    const slowest = table.reduce((most, one) => (one.p95 > most.p95 ? one : most))
    const bound = median(hand)
    return [
      {
        name: `report of a year over ${LAMPS.toLocaleString('en')} lamps in ${AREAS} areas with two suppliers each (${(AREAS * 2 * DAYS).toLocaleString('en')} rollup rows): 95th percentile of the slowest call`,
        unit: 'ms',
        ours: slowest.p95,
        limit: bound,
        ratio: slowest.p95 / bound,
        rounds: table.map(({ middle }) => middle / bound),
        aim: `≤ ${AIM_MS} ms`,
        notes: [
          'limit: number and sum of all days of areas of the same year by hand-written SQL on the rollup, without row-level security, grants and HTTP, between the calls',
          `slowest: ${slowest.what}, ${slowest.who}; the totals of both users equal the sums of their areas`,
        ],
        table: [
          ['call', 'user', 'median, ms', '95th percentile, ms'],
          ...table.map(({ what, who, middle, p95 }) => [what, who, middle.toFixed(1), p95.toFixed(1)]),
        ],
      },
    ]
  } finally {
    await owner.end()
    await product.stop()
  }
}
