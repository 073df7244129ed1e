import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { fillLamps, PER_GATEWAY, TENANT } from './lamps.ts'
import { type Figure, median, quantile } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const LAMPS = Number(process.env.BENCH_LAMPS ?? 60_000)
const NIGHTS = Number(process.env.BENCH_NIGHTS ?? 30)
const CALLS = Number(process.env.BENCH_CALLS ?? 200)
const EVERY_MIN = 15
/** Stored hours of each night, local time: from one evening to the next morning. */
const [FROM_HOUR, TO_HOUR] = [17, 31]
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const AIM_MS = 800
const ZONE_MS = 8 * HOUR

/** Local midnight before a night: the last one has ended whatever the time of the run. */
const dayAgo = (nights: number): number => Math.floor((Date.now() + ZONE_MS) / DAY) * DAY - ZONE_MS - (nights + 1) * DAY

/** Readings of every lamp in the order in which they arrive; one lamp of fifty is silent. */
const fillReadings = async (owner: pg.Client, from: number, to: number): Promise<void> => {
  for (let day = from - DAY; day <= to; day += DAY)
    await owner.query('select devices_telemetry_partition($1::date)', [new Date(day).toISOString().slice(0, 10)])
  await owner.query('select devices_telemetry_partition($1::date)', [new Date(to).toISOString().slice(0, 10)])
  await owner.query(
    `insert into devices_telemetry (tenant_id, device_id, at, energy, hours, power, voltage, current, pf, temperature, tilt, dim, is_on)
     select '${TENANT}', 7100000000000000000 + n, at + (n % 900) * interval '1 second', 1000, 100, case when n % 3 = 0 then 30 else 98 end, 230, 0.4, 0.97, 31, 0,
       case when n % 3 = 0 then 30 else 100 end, true
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 second', interval '${EVERY_MIN} minutes') at, generate_series(0, ${LAMPS - 1}) n
     where n % 50 <> 7 order by at, n % 900`,
    [new Date(from), new Date(to)],
  )
}

/** A command to a third of the city in each night, some lamps held without an end, two publications, and a fault in one lamp of a hundred. */
const fillLedger = async (owner: pg.Client): Promise<void> => {
  const batch = async (id: string, at: number, until: number | null, every: number): Promise<void> => {
    await owner.query(
      `insert into control_batch (id, tenant_id, create_time, command, level, status, state, total, until, account) values ($1, '${TENANT}', $2, 1, 30, 2, 2, 1, $3, 'operator')`,
      [id, new Date(at), until === null ? null : new Date(until)],
    )
    await owner.query(
      `insert into control_pack (batch_id, gateway_sn, tenant_id, watching, device_ids, sns, heads, expects, tolerances, rungs, statuses, received_at, applied_at, verified_at, ended_at)
       select $1, 'BG' || n / ${PER_GATEWAY}, '${TENANT}', false, array_agg(7100000000000000000 + n), string_agg('BC' || n, ','), '{0}', '{30}', '{5}', '{4}', '{2}',
         array[$2::bigint], array[$2::bigint], array[$2::bigint], array[$2::bigint]
       from generate_series(0, ${LAMPS - 1}) n where n % $3 = 0 group by n / ${PER_GATEWAY}`,
      [id, at, every],
    )
  }
  for (let night = 1; night <= NIGHTS; night++) {
    const evening = dayAgo(night) + 20.5 * HOUR
    await batch(String(7_400_000_000_000_000_000n + BigInt(night)), evening, evening + 6.5 * HOUR, 3)
  }
  await batch('7400000000000001000', dayAgo(Math.min(20, NIGHTS)), null, 101)
  for (const [n, minute] of [
    [1, '22:00'],
    [2, '23:00'],
    [3, '00:30'],
  ] as const)
    await owner.query('insert into strategies_calendar (id, tenant_id, hash, program) values ($1, $2, $3, $4)', [
      7_500_000_000_000_000_000n + BigInt(n),
      TENANT,
      `bench-${n}`,
      JSON.stringify({
        zone: 'Asia/Shanghai',
        entries: [
          { trigger: 'sunset', level: 100 },
          { trigger: minute, level: 50 },
          { trigger: 'sunrise', level: 0 },
        ],
      }),
    ])
  for (const days of [NIGHTS + 5, NIGHTS / 2])
    await owner.query(
      `insert into strategies_held (device_id, at, tenant_id, calendar_id, lat, lng)
       select 7100000000000000000 + n, $1, '${TENANT}', 7500000000000000001 + n % 3, 28 + n / 400 * 4e-4, 112 + n % 400 * 4e-4 from generate_series(0, ${LAMPS - 1}) n`,
      [new Date(dayAgo(days))],
    )
  await owner.query(
    `insert into devices_fault (device_id, tenant_id, type, began_at, ended_at) select 7100000000000000000 + n, '${TENANT}', 'lampFailure', $1, $2
     from generate_series(0, ${LAMPS - 1}, 100) n`,
    [new Date(dayAgo(NIGHTS)), new Date(dayAgo(1))],
  )
}

const fill = async (owner: pg.Client): Promise<void> => {
  await owner.query(`delete from lighting_lamp where tenant_id = '${TENANT}'`)
  await fillLamps(owner, LAMPS)
  for (let night = NIGHTS; night >= 1; night--) await fillReadings(owner, dayAgo(night) + FROM_HOUR * HOUR, dayAgo(night) + TO_HOUR * HOUR)
  await fillLedger(owner)
  await owner.query('vacuum analyze')
}

let seed = 7
/** A repeatable random number from 0 to below 1. */
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
/** A minute of any stored night, from when every lamp has reported. */
const instant = (): number =>
  dayAgo(1 + Math.floor(random() * NIGHTS)) +
  FROM_HOUR * HOUR +
  30 * MINUTE +
  Math.floor(random() * ((TO_HOUR - FROM_HOUR) * 60 - 30)) * MINUTE
const wireOf = (at: number): string => new Date(at + ZONE_MS).toISOString().slice(0, 19).replace('T', ' ')

const execute = promisify(execFile)
/** Empties the cache of the operating system for the files of the readings (dd with `nocache` gives up their pages), so that they are read from disk. */
const forget = async (owner: pg.Client): Promise<void> => {
  await owner.query('checkpoint')
  const { rows } = await owner.query<{ file: string }>(
    `select current_setting('data_directory') || '/' || pg_relation_filepath(r) as file from pg_inherits,
       lateral (select inhrelid as r union all select indexrelid from pg_index where indrelid = inhrelid) of
     where inhparent = 'devices_telemetry'::regclass`,
  )
  for (const { file } of rows) await execute('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'])
}

const measure = async (product: Product): Promise<Figure> => {
  const owner = await connectTo(product.databaseUrl)
  try {
    const began = performance.now()
    const { rows: there } = await owner.query('select from strategies_calendar where hash = $1', ['bench-1'])
    if (there.length === 0) await fill(owner)
    const filled = (performance.now() - began) / 1000
    const { rows } = await owner.query<{ rows: string; heap: string; brin: string }>(
      `select (select count(*) from devices_telemetry)::text as rows, pg_size_pretty(sum(pg_table_size(inhrelid))) as heap,
         (select pg_size_pretty(sum(pg_relation_size(i.indexrelid))) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
           where a.amname = 'brin') as brin
       from pg_inherits where inhparent = 'devices_telemetry'::regclass`,
    )
    const client = await product.signIn(TENANT, 'operator')
    let bytes = 0
    const call = async (at: number): Promise<number> => {
      const start = performance.now()
      const answer = await fetch(`${product.url}/api/blade-city/lamp/past?at=${encodeURIComponent(wireOf(at))}`, {
        headers: { 'Blade-Auth': `bearer ${client.token}`, 'Tenant-Id': TENANT },
      })
      bytes = (await answer.arrayBuffer()).byteLength
      if (answer.status !== 200 || bytes < LAMPS * 20) throw new Error(`${answer.status}, ${bytes} bytes`)
      return performance.now() - start
    }
    const bare = async (at: number): Promise<number> => {
      const start = performance.now()
      await owner.query('select device_id, max(at), max(power) from devices_telemetry where at > $1 and at <= $2 group by device_id', [
        new Date(at - 2 * EVERY_MIN * MINUTE),
        new Date(at),
      ])
      return performance.now() - start
    }
    for (let n = 0; n < 3; n++) await call(instant())
    const [ours, limit]: [number[], number[]] = [[], []]
    // Each arm has its own instant: at the same one the second arm would find the rows in the cache of the first.
    for (let n = 0; n < CALLS; n++) {
      ours.push(await call(instant()))
      limit.push(await bare(instant()))
    }
    const cold: number[] = []
    for (let n = 0; n < CALLS; n += 5) {
      await forget(owner)
      cold.push(await call(instant()))
    }
    const many: number[] = []
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < CALLS / 8; n++) many.push(await call(instant()))
      }),
    )
    const p95 = quantile(ours, 0.95)
    return {
      name: `time travel: ${LAMPS.toLocaleString('en')} lamps × ${NIGHTS} nights, the whole map at a random instant, p95`,
      unit: 'ms',
      ours: p95,
      limit: quantile(limit, 0.95),
      ratio: p95 / quantile(limit, 0.95),
      rounds: [p95 / quantile(limit, 0.95)],
      aim: `≤ ${AIM_MS} ms`,
      notes: [
        `median ${median(ours).toFixed(0)} ms, slowest of ${CALLS} ${Math.max(...ours).toFixed(0)} ms; four users at once: median ${median(many).toFixed(0)}, p95 ${quantile(many, 0.95).toFixed(0)} ms; ${(bytes / 1e6).toFixed(1)} MB unpacked`,
        `files of the readings not in the cache of the system: median ${median(cold).toFixed(0)}, p95 ${quantile(cold, 0.95).toFixed(0)} ms of ${cold.length}`,
        `${Number(rows[0]?.rows).toLocaleString('en')} readings every ${EVERY_MIN} min in whole nights (${FROM_HOUR}:00 to ${TO_HOUR - 24}:00), ${rows[0]?.heap} with ${rows[0]?.brin} of block range indexes, filled in ${filled.toFixed(0)} s; each night a command to a third of the city, two publications of three calendars`,
        'limit: 95th percentile of one statement of the owner at other instants, over the same readings (last time and power by device), rows not packed, without commands, calendars and places',
      ],
      verdict: [`p95 ${p95.toFixed(0)} ms: the aim of ${AIM_MS} ms is ${p95 <= AIM_MS ? 'met' : 'missed'}`],
    }
  } finally {
    await owner.end()
  }
}

export const run = async (): Promise<Figure> => {
  // A folder keeps the rows for the next run.
  const product = await startProduct({}, process.env.BENCH_DATA)
  try {
    return await measure(product)
  } finally {
    await product.stop()
  }
}
