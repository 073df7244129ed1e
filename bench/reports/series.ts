import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { fillBins, fillParams } from '../bins.ts'
import { openFarm } from '../ingest.ts'
import { deviceId, PER_GATEWAY, TENANT } from '../lamps.ts'
import { cpuSeconds, type Figure, interleave, median } from '../measure.ts'
import { type Product, startProduct } from '../product.ts'
import { binReadingOf } from '../report-farm.ts'
import { measureCalls } from '../time-calls.ts'

const BINS = 100_000
/** Number of bins that report. */
const REPORTING = 10_000
const GATEWAYS = REPORTING / PER_GATEWAY
const READINGS = 10
const ROWS = REPORTING * READINGS
const VALUES_PER_ROW = 5
const ROWS_PER_MESSAGE = 20
const STEP_MS = 60_000
const DAY_MS = 86_400_000
const TRASH = 19
const COLUMNS = 'device_id, at, type, v, tenant_id'

/** Writes the rows of a round as a text file for COPY. */
const copyFile = async (folder: string, from: number): Promise<string> => {
  const lines: string[] = []
  for (let turn = 0; turn < READINGS; turn++)
    for (let n = 0; n < REPORTING; n++) {
      const { fillLevel, lid, temperature, battery, openings } = binReadingOf(n, turn)
      const v = `{${[fillLevel, lid, temperature, battery, openings].join()}}`
      lines.push([deviceId(n), new Date(from + turn * STEP_MS).toISOString(), TRASH, v, TENANT].join('\t'))
    }
  const file = join(folder, 'rows.txt')
  await writeFile(file, `${lines.join('\n')}\n`)
  await chmod(file, 0o644)
  return file
}

/** Compares reports of bins over MQTT, acknowledged after the commit, with COPY of the same rows. */
const measureIngest = async (product: Product, owner: pg.Client, folder: string): Promise<Figure> => {
  await owner.query('create table series_plain (like devices_series)')
  await owner.query('create table series_keyed (like devices_series including indexes)')
  const farm = await openFarm(product.brokerPort, GATEWAYS)
  // The report times are tomorrow, so that no hour is rolled up; each round is newer than the one before.
  let from = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS
  const table = `devices_series_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`
  const valuesPerSecond = (ms: number): number => (ROWS * VALUES_PER_ROW) / (ms / 1000)
  const cpu: number[] = []
  const plain: number[] = []
  let acked = 0
  const sent = async (): Promise<number> => {
    await farm.prepare({ gateways: GATEWAYS, readings: READINGS, rowsPerMessage: ROWS_PER_MESSAGE, from, stepMs: STEP_MS, kind: 'bin' })
    const before = cpuSeconds(product.serverPid)
    const { rows, ms } = await farm.run()
    cpu.push(cpuSeconds(product.serverPid) - before)
    const stored = await owner.query<{ n: number }>(`select count(*)::int as n from ${table} where at >= $1`, [new Date(from)])
    if (stored.rows[0]?.n !== rows || rows !== ROWS || farm.lost() > 0)
      throw new Error(`${rows} rows were acknowledged, ${stored.rows[0]?.n} are stored, ${farm.lost()} connections were lost`)
    await owner.query(`truncate ${table}`)
    from += READINGS * STEP_MS
    acked += rows
    return valuesPerSecond(ms)
  }
  const copied = async (): Promise<number> => {
    const file = await copyFile(folder, from)
    const into = async (target: string): Promise<number> => {
      const began = performance.now()
      await owner.query(`copy ${target} (${COLUMNS}) from '${file}'`)
      const rate = valuesPerSecond(performance.now() - began)
      await owner.query(`truncate ${target}`)
      return rate
    }
    plain.push(await into('series_plain'))
    return into('series_keyed')
  }
  const rounds = await interleave(Number(process.env.BENCH_ROUNDS ?? 5), sent, copied)
  farm.stop()
  return {
    name: `values of ${REPORTING.toLocaleString('en')} devices behind ${GATEWAYS} gateways, ${VALUES_PER_ROW} values a report, ${ROWS_PER_MESSAGE} reports a message, acknowledged after the commit`,
    unit: 'values/s',
    ours: median(rounds.ours),
    limit: median(rounds.limit),
    ratio: median(rounds.ratios),
    rounds: rounds.ratios,
    aim: '≥ 100,000 values/s',
    notes: [
      `limit: COPY of the same rows from a file into a copy of devices_series with its key; into a table without an index ${Math.round(median(plain)).toLocaleString('en')} values/s`,
      `CPU of the server a value: ${((median(cpu) * 1e6) / (ROWS * VALUES_PER_ROW)).toFixed(1)} µs`,
      `${acked.toLocaleString('en')} reports acknowledged, as many in the table at the end of their rounds: none lost`,
    ],
  }
}

/** Devices that are no lamp controllers: their reports, lists by a reported value, and lists of drift. */
export const run = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-copy-'))
  await chmod(folder, 0o755)
  const product = await startProduct({ CLOCK_AHEAD_SECONDS: String((3 * DAY_MS) / 1000), DEMO_DEVICES: '0' })
  const owner = await connectTo(product.databaseUrl)
  try {
    await fillBins(owner, BINS)
    await fillParams(owner)
    const operator = await product.signIn(TENANT, 'operator')
    const count = BINS.toLocaleString('en')
    const bins = '/api/blade-device/trashdevice/list'
    const params = '/api/blade-city/param/list'
    const filtered = await measureCalls(
      operator,
      `first page and exact total of ${count} devices by a reported value: 95th percentile of the slowest`,
      [
        ['fillLevel_ge=90, a tenth of the devices', bins, { fillLevel_ge: 90 }, BINS / 10],
        ['fillLevel_ge=99, a hundredth', bins, { fillLevel_ge: 99 }, BINS / 100],
        ['fillLevel_ge=101, none', bins, { fillLevel_ge: 101 }, 0],
        ['version=1.5, a text, a tenth', bins, { version: '1.5' }, BINS / 10],
        ['faults=highTemperature, a hundredth', bins, { faults: 'highTemperature' }, BINS / 100],
      ],
    )
    const drift = await measureCalls(
      operator,
      `parameters of ${count} devices that hold another value than is wanted, one in a hundred: 95th percentile of the slowest`,
      [
        ['first page with its total', params, { drift: 1 }, BINS / 100],
        ['last page', params, { drift: 1, current: BINS / 1000 }, BINS / 100],
        ['the badge: one row with the total', params, { drift: 1, size: 1 }, BINS / 100],
      ],
    )
    return [await measureIngest(product, owner, folder), filtered, drift]
  } finally {
    await owner.end()
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
