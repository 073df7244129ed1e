import { type BatchAnswer, deviceTypesPort } from '@lamplight/devices/model'
import type { Platform, Query, Task } from '@lamplight/server-kit'
import { BATCH_CREATED } from '../model/events.ts'
import { PARAM_STATUS, STATUS } from '../model/index.ts'
import { askDevices } from './commands.port.ts'
import { HELD, LANE } from './lane.ts'
import { familiesIn } from './param-answers.ts'
import { readBack, WANT_REST } from './param-send.ts'
import { WAVE_STATE } from './waves.ts'
import { writerPort } from './writer-ports.ts'

const EVERY_MS = 5000

interface Wave {
  readonly batch_id: string
  readonly tenant_id: string
  /** Null for a command. */
  readonly family: string | null
  readonly value_id: string | null
  readonly wanted_by: string | null
  readonly gateways: readonly string[]
  readonly state: number
  readonly read_id: string | null
}

/** How far the devices of the first wave are: those that have not ended, those that failed, and the ids of all. */
const FIRST = `select count(*) filter (where i.status < ${STATUS.success})::int as open, count(*) filter (where i.status > ${STATUS.success})::int as failed,
    array_agg(i.device_id::text) as ids
  from control_ledger i where i.batch_id = $1 and i.gateway_sn = any($2::text[])`
/** Devices `$1` that did not answer the read `$3`, or whose reported value of family `$2`, if there is one, is not the wanted one. */
const GONE = `select count(*)::int as n from unnest($1::bigint[]) as d (id) where $2::text is not null and not exists (
    select from control_param p where p.device_id = d.id and p.family = $2 and p.status = ${PARAM_STATUS.inSync})
  or not exists (select from control_ledger i where i.batch_id = $3 and i.device_id = d.id and i.status = ${STATUS.success})`

/** Lets waves take their next step. A wave ends when its rest is released or cancelled. */
export const stepWaves = async (platform: Platform, settleMs: number): Promise<void> => {
  const { system, clock, bus, log } = platform
  const writer = platform.port(writerPort)
  const set = (wave: Wave, state: number, next: number | null, readId: string | null = wave.read_id, query: Query = system.query) =>
    query(
      'update control_wave set state = $2, next_at = $3, read_id = $4, ended_at = case when $3::timestamptz is null then $5::timestamptz end where batch_id = $1',
      [wave.batch_id, state, next === null ? null : new Date(next), readId, new Date(clock.now())],
    )
  const later = (wave: Wave): Promise<unknown> => set(wave, wave.state, clock.now() + settleMs)
  const stop = async (wave: Wave): Promise<void> => {
    await writer.write(async (query) => {
      const outcome = await writer.ledger.cancelled(query, wave.batch_id, 'firstWave')
      await set(wave, WAVE_STATE.stopped, null, wave.read_id, query)
      return outcome
    })
    log.warn('the first devices did not come back, the rest was not sent', { batch: wave.batch_id, family: wave.family })
  }
  const release = async (wave: Wave): Promise<void> => {
    const now = new Date(clock.now())
    const expireAt = new Date(now.getTime() + writer.ledger.times.expire * 1000)
    await system.tx(async (query) => {
      await writer.ledger.work(
        query,
        [wave.batch_id],
        `update control_work set lane = ${LANE.operators}, send_at = $2, expire_at = $3 where batch_id = $1 and lane = ${HELD}`,
        [wave.batch_id, now, expireAt],
      )
      await query('update control_batch set expire_at = $2 where id = $1', [wave.batch_id, expireAt])
      if (wave.family)
        await query(WANT_REST, [wave.batch_id, wave.family, wave.tenant_id, wave.value_id, now, wave.wanted_by, wave.gateways])
      await set(wave, WAVE_STATE.released, null, wave.read_id, query)
    })
    bus.emit(BATCH_CREATED, { tenantId: wave.tenant_id, batchId: wave.batch_id, total: 0, lane: LANE.operators })
  }
  /** Asks the first devices whether they came back; undefined if what they got is no longer declared. */
  const ask = async (wave: Wave, ids: readonly string[]): Promise<BatchAnswer | undefined> => {
    if (wave.family) {
      const family = familiesIn(platform).get(wave.family)
      return family && readBack(platform, wave.tenant_id, family, ids)
    }
    const [sent] = await system.query<{ type: number; cmd: string }>('select device_type as type, cmd from control_batch where id = $1', [
      wave.batch_id,
    ])
    const types = platform.port(deviceTypesPort)
    await types.need([sent?.type ?? 0])
    const type = types.typeOf(sent?.type ?? 0)
    const proof = type?.commands[sent?.cmd ?? '']?.risky
    return type && proof ? askDevices(platform, wave.tenant_id, type, proof, ids) : undefined
  }
  const step = async (wave: Wave): Promise<unknown> => {
    const [held] = await system.query('select from control_work where batch_id = $1 and lane = $2 limit 1', [wave.batch_id, HELD])
    if (!held) return set(wave, WAVE_STATE.stopped, null)
    const [first] = await system.query<{ open: number; failed: number; ids: string[] }>(FIRST, [wave.batch_id, wave.gateways])
    if (!first || first.failed > 0) return stop(wave)
    if (first.open > 0) return later(wave)
    if (wave.state === WAVE_STATE.first) return set(wave, WAVE_STATE.settling, clock.now() + settleMs)
    if (wave.state === WAVE_STATE.settling) {
      const asked = await ask(wave, first.ids)
      return asked ? set(wave, WAVE_STATE.reading, clock.now() + settleMs, asked.batchId) : stop(wave)
    }
    const [read] = await system.query<{ over: boolean }>('select ended = total as over from control_batch where id = $1', [wave.read_id])
    if (read && !read.over) return later(wave)
    const [gone] = await system.query<{ n: number }>(GONE, [first.ids, wave.family, wave.read_id])
    return gone?.n === 0 ? release(wave) : stop(wave)
  }
  const due = await system.query<Wave>(
    `select batch_id::text as batch_id, tenant_id, family, value_id::text as value_id, wanted_by::text as wanted_by, gateways, state, read_id::text as read_id
     from control_wave where next_at <= $1 order by batch_id limit 100`,
    [new Date(clock.now())],
  )
  for (const wave of due)
    await step(wave).catch((why: unknown) => log.error('a wave could not be continued', { batch: wave.batch_id, why: String(why) }))
}

/** Sends the rest of dangerous sets after their first devices came back. */
export const wavesTask: Task = {
  name: 'control.waves',
  role: 'schedule',
  start: async (platform) => {
    const settleMs = platform.config.number('COMMAND_WAVE_SECONDS', 15) * 1000
    let running: Promise<unknown> = Promise.resolve()
    let busy = false
    const timer = setInterval(
      () => {
        if (busy) return
        busy = true
        running = stepWaves(platform, settleMs)
          .catch((why: unknown) => platform.log.error('waves could not be read', { why: String(why) }))
          .finally(() => {
            busy = false
          })
      },
      Math.min(EVERY_MS, settleMs),
    )
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
