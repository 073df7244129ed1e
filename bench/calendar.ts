import { createCalendar, dayOf, type Program } from '@lamplight/calendar'
import { connectTo } from '@lamplight/postgres/connect'
import { connectFarm, fill, PER_GATEWAY, PROJECT, pause, serials, startRaw, TENANT } from './batch.ts'
import { type Figure, interleave, median } from './measure.ts'
import { startProduct } from './product.ts'

const LAMPS = Number(process.env.BENCH_LAMPS ?? 100_000)
const PREVIEWED = 60_000
const SITES = 3000
const NIGHTS = 366
const ROUNDS = 3
const YEAR_MS = 5
const SITES_MS = 5000
const PREVIEW_MS = 20_000
const SMALL_MS = 2000
const FROM = dayOf('2026-01-01')
const BASE = '/api/blade-strategy/workstrategy'

const HALF_NIGHT: Program = {
  entries: [
    { trigger: 'sunset', level: 100 },
    { trigger: '23:00', level: 50 },
    { trigger: '05:00', level: 100 },
    { trigger: 'sunrise', level: 0 },
  ],
}
const ENTRIES = [
  { trigger: 2, offset: 0, level: 100 },
  { trigger: 1, time: '23:00', level: 50 },
  { trigger: 3, offset: 0, level: 0 },
]

const year = (lat: number, lng: number): void => {
  const calendar = createCalendar(HALF_NIGHT, { lat, lng, zone: 'Asia/Shanghai' })
  for (let day = FROM; day < FROM + NIGHTS; day++) calendar.night(day)
}
const timed = (work: () => void): number => {
  const began = performance.now()
  work()
  return performance.now() - began
}
const against = (name: string, times: readonly number[], limit: number, note: string): Figure => ({
  name,
  unit: 'ms',
  ours: median(times),
  limit,
  ratio: median(times) / limit,
  rounds: times.map((ms) => ms / limit),
  aim: `≤ ${limit.toLocaleString('en')} ms`,
  notes: [note],
})

const engine = (): Figure[] => {
  year(30, 110)
  const years = Array.from({ length: 20 }, (_, n) => timed(() => year(31 + n / 100, 121)))
  const sites = Array.from({ length: ROUNDS }, () =>
    timed(() => {
      for (let n = 0; n < SITES; n++) year(22 + (n % 60) / 3, 100 + Math.floor(n / 60) / 2)
    }),
  )
  return [
    against('engine: a year of one strategy at one site', years, YEAR_MS, 'four switch points, two of them by the sun; 366 nights'),
    against(`engine: ${SITES.toLocaleString('en')} sites × ${NIGHTS} nights`, sites, SITES_MS, 'in one thread'),
  ]
}

/** Engine, preview, and publication of a strategy to 100,000 lamps behind 2,500 gateways until the last hash is confirmed. */
export const run = async (): Promise<Figure[]> => {
  const product = await startProduct({ DEMO_LAMPS: '0', DEMO_DEVICES: '0' })
  const owner = await connectTo(product.databaseUrl)
  try {
    await fill(owner, LAMPS)
    // A city of 20 km on a side.
    await owner.query(
      `update lighting_lamp set lng = 112 + (id % 317) * 0.0006, lat = 28 + (id % 313) * 0.0006 where project_id = ${PROJECT}`,
    )
    await owner.query(`update system_param set param_value = '0' where param_key = 'strategy.approval.devices'`)
    const api = await product.signIn(TENANT, 'operator')
    const preview = async (lamps: number): Promise<number> => {
      const began = performance.now()
      const controllerIds = Array.from({ length: lamps }, (_, n) => String(7_100_000_000_000_000_000n + BigInt(n)))
      const { data } = await api.post<{ devices: number; nights: unknown[] }>(`${BASE}/preview`, { entries: ENTRIES, controllerIds })
      if (data.devices !== lamps || data.nights.length !== NIGHTS) throw new Error(`the preview was of ${data.devices} lamps`)
      return performance.now() - began
    }
    const small: number[] = []
    const large: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      small.push(await preview(SITES))
      large.push(await preview(PREVIEWED))
    }
    const farm = await connectFarm(product.brokerPort, LAMPS / PER_GATEWAY)
    let round = 0
    const publish = async (): Promise<number> => {
      round += 1
      const made = await api.post<{ id: string }>(`${BASE}/normal`, {
        name: `bench ${round}`,
        entries: [{ trigger: 2, offset: round, level: 100 }, ...ENTRIES.slice(1)],
      })
      const began = performance.now()
      const { data } = await api.post<{ devices: number; batchIds: string[] }>(`${BASE}/publish`, {
        strategyId: made.data.id,
        projectId: PROJECT,
      })
      if (data.devices !== LAMPS) throw new Error(`the publication was for ${data.devices} lamps`)
      // The ledger counts a device in the transaction that stores its hash: reading all hashes again and again would take time from the database.
      for (;;) {
        const { rows } = await owner.query<{ n: number }>('select applied + verified as n from control_batch where id = $1', [
          data.batchIds[0],
        ])
        if (rows[0]?.n === LAMPS) break
        await pause(20)
      }
      const ms = performance.now() - began
      const { rows } = await owner.query<{ n: number }>(
        `select count(*)::int as n from control_param where family = 'calendar' and status = 2 and not drift and batch_id = $1`,
        [data.batchIds[0]],
      )
      if (rows[0]?.n !== LAMPS) throw new Error(`${rows[0]?.n} lamps have confirmed the hash`)
      return ms
    }
    const raw = await startRaw(LAMPS / PER_GATEWAY, (id, n) =>
      JSON.stringify({
        id,
        cmd: 'set',
        args: { family: 'calendar', value: { id: '1', hash: '0123456789abcdef' } },
        sns: serials(n),
        expiresAt: Date.now() + 600_000,
      }),
    )
    const rounds = await interleave(ROUNDS, publish, raw.run)
    await raw.stop()
    await farm.stop()
    return [
      ...engine(),
      against(
        `preview of ${SITES.toLocaleString('en')} lamps, ${NIGHTS} nights`,
        small,
        SMALL_MS,
        'a draft beside what runs now, with findings, by HTTP',
      ),
      against(`preview of ${PREVIEWED.toLocaleString('en')} lamps, ${NIGHTS} nights`, large, PREVIEW_MS, 'in 20 km × 20 km'),
      {
        name: `publication to ${LAMPS.toLocaleString('en')} lamps behind ${(LAMPS / PER_GATEWAY).toLocaleString('en')} gateways, request to last hash confirmed`,
        unit: 'ms',
        ours: median(rounds.ours),
        limit: median(rounds.limit),
        ratio: median(rounds.ratios),
        rounds: rounds.ratios,
        aim: 'measured',
        notes: [
          'limit: the same set commands through the same broker, in a process that does nothing else and stores nothing, without the calendars',
        ],
      },
    ]
  } finally {
    await owner.end()
    await product.stop()
  }
}
