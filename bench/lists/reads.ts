import { connectTo } from '@lamplight/postgres/connect'
import { connectFarm, fill, PER_GATEWAY, PROJECT, pause, TENANT } from '../batch.ts'
import { type Figure, interleave, median } from '../measure.ts'
import { type Product, startProduct } from '../product.ts'

const ROUNDS = 5

/** Times a command to all lamps while parameters of all of them are being read, and the same command alone. */
const measure = async (product: Product, lamps: number): Promise<Figure> => {
  const owner = await connectTo(product.databaseUrl)
  await fill(owner, lamps)
  const farm = await connectFarm(product.brokerPort, lamps / PER_GATEWAY)
  const api = await product.signIn(TENANT, 'operator')
  const { rows: devices } = await owner.query<{ id: string }>('select id::text as id from lighting_controller')
  const controllerIds = devices.map(({ id }) => id)
  let level = 20
  const counts = async (id: string) => {
    const { rows } = await owner.query<{ applied: number; received: number }>(
      'select applied + verified as applied, reached_received as received from control_batch where id = $1',
      [id],
    )
    return rows[0] ?? { applied: 0, received: 0 }
  }
  const until = async (id: string, count: 'applied' | 'received'): Promise<void> => {
    while ((await counts(id))[count] < lamps) await pause(5)
  }
  const command = async (): Promise<number> => {
    level = level === 90 ? 20 : level + 10
    const began = performance.now()
    const { data } = await api.post<{ batchId: string }>('/api/blade-city/controller/batch/command', {
      command: 'dim',
      level,
      reason: 'bench',
      selector: { projectId: PROJECT },
    })
    await until(data.batchId, 'applied')
    const ms = performance.now() - began
    while (farm.unacknowledged() > 0) await pause(5)
    await owner.query(`update control_pack set watching = false, watches = '{f}' where watching`)
    return ms
  }
  const read = { ms: [] as number[], left: [] as number[] }
  const whileReading = async (): Promise<number> => {
    const began = performance.now()
    const { data } = await api.post<{ batchId: string }>('/api/blade-city/controller/batch/get/timeoffset', { controllerIds })
    while ((await counts(data.batchId)).received === 0) await pause(1)
    const ms = await command()
    read.left.push(lamps - (await counts(data.batchId)).received)
    await until(data.batchId, 'received')
    read.ms.push(performance.now() - began)
    await pause(300)
    return ms
  }
  const rounds = await interleave(ROUNDS, whileReading, command)
  await farm.stop()
  await owner.end()
  return {
    name: `one command to ${lamps.toLocaleString('en')} lamps while parameters of all of them are read, request to last applied`,
    unit: 'ms',
    ours: median(rounds.ours),
    limit: median(rounds.limit),
    ratio: median(rounds.ratios),
    rounds: rounds.ratios,
    aim: '≤ 1.5',
    notes: [
      `the read took ${(median(read.ms) / 1000).toFixed(1)} s; when the command was applied, ${median(read.left).toLocaleString('en')} lamps were still to be read`,
      'limit: the same command in the same run, without a read',
    ],
  }
}

export const run = async (): Promise<Figure> => {
  const product = await startProduct({ COMMAND_VERIFY_SECONDS: '3600' })
  try {
    return await measure(product, Number(process.env.BENCH_LAMPS ?? 40_000))
  } finally {
    await product.stop()
  }
}
