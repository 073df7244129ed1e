import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectTo } from '@lamplight/postgres/connect'
import { type Figure, interleave, median } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const ROWS = 100_000
const TENANT = '100001'
const ROUNDS = 3
/** Time between two status requests, ms: four times as often as the console. */
const POLL_MS = 250
const TABLES = ['lighting_lamp', 'lighting_controller', 'lighting_post', 'devices_registry', 'devices_state'] as const

/** Returns a CSV inventory of a city: 1,000 cabinets, 50 districts, a few blank wattages. */
const inventory = (round: number): string => {
  const lines = ['id,name,lng,lat,wattage,lamp_type,height,cabinet,district']
  for (let at = 0; at < ROWS; at += 1) {
    const place = `${(112 + (at % 500) * 0.0004 + round).toFixed(6)},${(28 + Math.floor(at / 500) * 0.0004).toFixed(6)}`
    lines.push(`R${round}-${at},Lamp ${at},${place},${at % 20 === 0 ? '' : '150'},LED,9,C${at % 1000},D${at % 50}`)
  }
  return lines.join('\n')
}

/** Returns the memory of a process, MB; `peak`: its maximum since the last reset. */
const memory = async (pid: number, peak = false): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`${peak ? 'VmHWM' : 'VmRSS'}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024
}

const measure = async (product: Product, folder: string): Promise<Figure> => {
  const owner = await connectTo(product.databaseUrl)
  const client = await product.signIn(TENANT, 'operator')
  for (const table of TABLES) await owner.query(`create table copy_of_${table} (like ${table} including all)`)
  let round = 0
  let before = Number.NaN
  let peak = Number.NaN
  const ours = async (): Promise<number> => {
    round += 1
    const text = inventory(round)
    const project = `${7_600_000_000_000_000_000n + BigInt(round)}`
    await owner.query('insert into places_project (id, tenant_id, name, type, sort) values ($1, $2, $3, 2, 1)', [
      project,
      TENANT,
      `Bench ${round}`,
    ])
    const form = new FormData()
    form.append('file', new Blob([text]), 'city.csv')
    if (Number.isNaN(before)) before = await memory(product.serverPid)
    const began = performance.now()
    const sent = await client.call('POST', `/api/blade-city/lamp/import?projectId=${project}`, { body: form })
    const { data } = (await sent.json()) as { data: { uploadId: string } }
    for (;;) {
      const status = await client.get<{ status: number; added: number; reason: string }>('/api/blade-city/lamp/import/status', {
        uploadId: data.uploadId,
      })
      if (status.data.status >= 2) {
        if (status.data.added !== ROWS) throw new Error(`only ${status.data.added} came in: ${status.data.reason}`)
        break
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    const seconds = (performance.now() - began) / 1000
    peak = await memory(product.serverPid, true)
    return ROWS / seconds
  }
  const limit = async (): Promise<number> => {
    const project = `${7_600_000_000_000_000_000n + BigInt(round)}`
    const devices = `select id from lighting_controller where project_id = ${project}`
    let ms = 0
    for (const table of TABLES) {
      // COPY cannot write generated columns.
      const { rows } = await owner.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const names = rows[0]?.names
      const file = join(folder, `${table}.copy`)
      const where = table.startsWith('devices') ? `device_id in (${devices})` : `project_id = ${project}`
      await owner.query(`copy (select ${names} from ${table} where ${where}) to '${file}'`)
      await owner.query(`truncate copy_of_${table}`)
      const began = performance.now()
      await owner.query(`copy copy_of_${table} (${names}) from '${file}'`)
      ms += performance.now() - began
    }
    return ROWS / (ms / 1000)
  }
  const rounds = await interleave(ROUNDS, ours, limit)
  const perSecond = (lamps: number): string => Math.round(lamps * TABLES.length).toLocaleString('en')
  await owner.end()
  return {
    name: 'inventory of 100,000 lamps by CSV: upload to all stored, with posts, controllers, registry, cabinets, areas and the record for undo',
    unit: 'lamps/s',
    ours: median(rounds.ours),
    limit: median(rounds.limit),
    ratio: median(rounds.ratios),
    rounds: rounds.ratios,
    aim: '≥ 20,000 rows/s into the database, ≤ 150 MB more',
    notes: [
      `each lamp is a row in ${TABLES.length} tables: ${perSecond(median(rounds.ours))} rows/s into the database, by COPY ${perSecond(median(rounds.limit))}`,
      `memory of the server ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at its peak: ${(peak - before).toFixed(0)} MB more`,
      'limit: COPY of the very rows of the five tables into empty ones with the same indexes, without triggers and rights',
    ],
  }
}

export const run = async (): Promise<Figure> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamplight-bench-import-'))
  const product = await startProduct()
  try {
    return await measure(product, folder)
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
