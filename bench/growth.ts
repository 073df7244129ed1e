import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { connectFarm, pause } from './batch.ts'
import { fillLamps, PER_GATEWAY, PROJECT, TENANT } from './lamps.ts'
import { type Figure, median, quantile } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const SIZES = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
/** A process may open about 20,000 connections, so a million lamps have larger gateways. */
const perGateway = (lamps: number): number => (lamps > 400_000 ? 100 : PER_GATEWAY)
const CALLS = 60
const COMMANDS = 3
const AIM = 2

/** What is asked at each size, as the console asks it. */
const READS = [
  ['first page of the list', '/api/blade-city/lamp/list?current=1&size=10'],
  ['home page', '/api/blade-report/dashboard/info'],
  ['map, all lamps', '/api/blade-city/lamp/map'],
] as const

interface Sized {
  readonly lamps: number
  /** 95th percentile of each read, ms. */
  readonly reads: readonly number[]
  readonly mapBytes: number
  /** A command to all lamps: medians, ms. */
  readonly answered: number
  readonly first: number
  readonly applied: number
}

const measureReads = async (product: Product): Promise<{ reads: number[]; mapBytes: number }> => {
  const { token } = await product.signIn(TENANT, 'operator')
  const reads: number[] = []
  let bytes = 0
  for (const [, path] of READS) {
    const times: number[] = []
    for (let n = 0; n <= CALLS; n++) {
      const began = performance.now()
      const answer = await fetch(`${product.url}${path}`, { headers: { 'Blade-Auth': `bearer ${token}`, 'Tenant-Id': TENANT } })
      bytes = (await answer.arrayBuffer()).byteLength
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      // The first answer makes what the following ones share.
      if (n > 0) times.push(performance.now() - began)
    }
    reads.push(quantile(times, 0.95))
  }
  return { reads, mapBytes: bytes }
}

const measureCommand = async (product: Product, owner: pg.Client, lamps: number) => {
  const farm = await connectFarm(product.brokerPort, lamps / perGateway(lamps))
  const api = await product.signIn(TENANT, 'operator')
  const [answered, first, applied]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn <= COMMANDS; turn++) {
    const began = performance.now()
    const { data } = await api.post<{ batchId: string; total: number }>('/api/blade-city/controller/batch/command', {
      command: 'dim',
      level: 30 + turn * 10,
      reason: 'bench',
      selector: { projectId: PROJECT },
    })
    if (data.total !== lamps) throw new Error(`the command was for ${data.total} lamps`)
    answered.push(performance.now() - began)
    for (;;) {
      const { rows } = await owner.query<{ n: number }>('select applied + verified as n from control_batch where id = $1', [data.batchId])
      if (rows[0]?.n === lamps) break
      await pause(10)
    }
    applied.push(performance.now() - began)
    first.push((farm.received.get(data.batchId) ?? Number.NaN) - began)
    while (farm.unacknowledged() > 0) await pause(10)
    await owner.query(`update control_pack set watching = false, watches = '{f}' where watching`)
    await pause(500)
  }
  await farm.stop()
  const warm = (times: number[]): number => median(times.slice(1))
  return { answered: warm(answered), first: warm(first), applied: warm(applied) }
}

const measure = async (lamps: number): Promise<Sized> => {
  const product = await startProduct({ DEMO_DEVICES: '0', COMMAND_VERIFY_SECONDS: '3600' })
  const owner = await connectTo(product.databaseUrl)
  try {
    await fillLamps(owner, lamps, perGateway(lamps))
    await owner.query('update devices_state set reported_at = now(), received_at = now(), online = true, state = 1, power = 100')
    // The bench sends commands to all lamps, which would wait for a second person.
    await owner.query(`update system_param set param_value = '0' where param_key = 'command.approval.devices'`)
    await owner.query('vacuum analyze')
    return { lamps, ...(await measureReads(product)), ...(await measureCommand(product, owner, lamps)) }
  } finally {
    await owner.end()
    await product.stop()
  }
}

const shown = (ms: number): string => (ms < 100 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en'))

/** Measures list, home page, map and a command to all lamps at each size, and shows them in one table. */
export const run = async (): Promise<Figure> => {
  const sizes: Sized[] = []
  for (const lamps of SIZES) sizes.push(await measure(lamps))
  const [small, large] = [sizes[0] as Sized, sizes.at(-1) as Sized]
  const [few, many] = [small.reads[0] as number, large.reads[0] as number]
  const row = (name: string, cellOf: (one: Sized) => string): string[] => [name, ...sizes.map(cellOf)]
  return {
    name: `first page of the list with ${large.lamps.toLocaleString('en')} lamps, limit: with ${small.lamps.toLocaleString('en')}, 95th percentile`,
    unit: 'ms',
    ours: many,
    limit: few,
    ratio: many / few,
    rounds: [many / few],
    aim: `≤ ${AIM}`,
    notes: [
      `ms; one request at a time, 95th percentile of ${CALLS}; commands: median of ${COMMANDS}, all lamps, ${SIZES.map(perGateway).join(', ')} behind a gateway, answers at once`,
      'map and a command to all lamps grow with what they carry',
    ],
    table: [
      ['lamps', ...sizes.map(({ lamps }) => lamps.toLocaleString('en'))],
      ...READS.map(([name], at) => row(name, ({ reads }) => shown(reads[at] as number))),
      row('map, MB unpacked', ({ mapBytes }) => (mapBytes / 1e6).toFixed(1)),
      row('command to all: answered', ({ answered }) => shown(answered)),
      row('command to all: first message at a gateway', ({ first }) => shown(first)),
      row('command to all: applied', ({ applied }) => shown(applied)),
    ],
  }
}
