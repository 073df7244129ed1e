import { createBatch, type OrderInput } from '@lamplight/control/server'
import { isRefusal, pick, type Text } from '@lamplight/kit'
import { actingPort, type Ctx, type Platform, type Query, recordTransitions, tableOf } from '@lamplight/server-kit'
import {
  answersOf,
  diagnosisErrors,
  FAULT_KINDS,
  type FaultKind,
  KIND,
  OFFLINE_KIND,
  PROOF,
  record,
  STATUS,
  TEST,
  TEST_LEVELS,
  TESTABLE,
  testProves,
} from '../model/index.ts'
import { readChecks } from './checks.ts'
import { DEFAULT_CHECKS } from './night-input.ts'

const table = tableOf(record)
/** A lamp returns to its calendar by itself after this time, also if this server stops during a test, s. */
const HELD_S = 900
/** A level that is not answered within this time ends the test, ms. */
const STEP_MS = 10 * 60_000
const SETTLED = "interval '2 seconds'"
const ANSWERED = "interval '10 minutes'"
const TESTS_AT_ONCE = 500

const kindNamed = (number: number): FaultKind => FAULT_KINDS.find((kind) => KIND[kind] === number) ?? 'dark'

/** Starts the tests of records: the first level is sent with them. Throws if one of them cannot be tested. */
export const startTests = async (ctx: Ctx, ids: readonly string[]): Promise<{ count: number }> => {
  const count = await ctx.tx(async (query) => {
    const rows = await query<{ id: string; sn: string; kind: number; status: number; device: string; runs: boolean }>(
      `select r.id::text as id, r.sn, r.kind::int as kind, r.status::int as status, r.device_id::text as device,
         exists (select from diagnosis_test t where t.tenant_id = r.tenant_id and t.device_id = r.device_id) as runs
       from ${table} r where r.id = any($1::bigint[]) and not r.is_deleted order by r.id for update`,
      [ids],
    )
    for (const { sn, kind, status, runs } of rows) {
      if (kind === OFFLINE_KIND || !TESTABLE.includes(kindNamed(kind))) throw diagnosisErrors.notTestable({ sn }, 'ids')
      if (status > STATUS.confirmed) throw diagnosisErrors.closed({ sn }, 'ids')
      if (runs) throw diagnosisErrors.testRuns({ sn }, 'ids')
    }
    // Two records of one lamp share its test.
    const first = new Map(rows.map(({ device, id }) => [device, id]))
    for (const [device, id] of first)
      await query(
        `insert into diagnosis_test (record_id, tenant_id, device_id, user_id, step, watts, step_at) values ($1, $2, $3, $4, 0, '{}', $5)`,
        [id, ctx.tenantId, device, ctx.user.id, ctx.now()],
      )
    const tested = [...first.values()]
    await query(
      `update ${table} set test_state = ${TEST.running}, test_result = null, test_result_en = null, tested_at = $2 where id = any($1::bigint[])`,
      [tested, ctx.now()],
    )
    return tested.length
  })
  await ctx.audit({ what: 'diagnosis.record.test', target: ids.slice(0, 50).join(), count, detail: { after: { testState: TEST.running } } })
  return { count }
}

interface Running {
  readonly id: string
  readonly tenantId: string
  readonly deviceId: string
  readonly userId: string
  readonly step: number
  readonly batchId: string | null
  readonly watts: readonly number[]
  readonly stepAt: Date
}
const RUNNING = `select record_id::text as id, tenant_id as "tenantId", device_id::text as "deviceId", user_id::text as "userId", step::int as step,
    batch_id::text as "batchId", watts, step_at as "stepAt" from diagnosis_test order by record_id limit ${TESTS_AT_ONCE}`

const orderOf = (deviceId: string, level: number | null, now: number): OrderInput => ({
  command: level === null ? 'release' : 'dim',
  level,
  duration: level === null ? null : HELD_S,
  until: level === null ? null : now + HELD_S * 1000,
  lampSelect: null,
  target: null,
  again: null,
  selector: { controllerIds: [deviceId] },
})

/**
 * The metered answer to a level: what the ledger measured when the command ended, or a reading from two seconds after the device's answer on, when the light
 * has settled. The second also answers for lamps that do not follow their controller. Null: not yet.
 */
const ANSWER = `select coalesce(case when l.ended_at is not null then l.measured_w end, t.power)::float8 as watts, l.ended_at is not null as ended
  from control_ledger l left join lateral (
    select r.power from devices_readings r where r.tenant_id = l.tenant_id and r.device_id = l.device_id and r.power is not null
      and r.at > l.applied_at + ${SETTLED} and r.at < l.applied_at + ${ANSWERED} order by r.at desc limit 1
  ) t on true where l.batch_id = $1 and l.device_id = $2`

const NO_USER: Text = ['测试人已停用或没有调光权限', 'The user who started it is disabled or may not dim']
const NO_ANSWER: Text = ['设备没有返回读数', 'The device did not answer with a reading']

/** Ends a test. `proven` null: it was not completed. */
const finish = async (platform: Platform, test: Running, proven: boolean | null, result: Text): Promise<void> => {
  const at = new Date(platform.clock.now())
  await platform.system.tx(async (query) => {
    const [gone] = await query('delete from diagnosis_test where record_id = $1 returning record_id', [test.id])
    if (!gone) return
    const [row] = await query<{ status: number }>(`select status::int as status from ${table} where id = $1 for update`, [test.id])
    if (!row) return
    const state = proven === null ? TEST.failed : proven ? TEST.proven : TEST.disproven
    const isCandidate = row.status === STATUS.candidate
    const status = !isCandidate || proven === null ? row.status : proven ? STATUS.finding : STATUS.ended
    await query(
      `update ${table} set test_state = $2, test_result = $3, test_result_en = $4, tested_at = $5, update_time = $5, status = $6,
         proof = case when $7 then ${PROOF.test} else proof end, found_at = case when $7 and found_at is null then $5 else found_at end where id = $1`,
      [test.id, state, result[0], result[1], at, status, proven === true],
    )
    if (status !== row.status)
      await recordTransitions(platform, query, record, [
        { id: test.id, transition: proven ? 'promote' : 'end', from: row.status, to: status, at },
      ])
  })
}

interface Tested {
  readonly kind: number
  readonly power: number | null
  readonly minPower: number | null
  readonly minLevel: number | null
  readonly usual: number | null
  readonly project: string | null
}
const judge = async (query: Query, test: Running): Promise<boolean> => {
  const [lamp] = await query<Tested>(
    `select r.kind::int as kind, l.power, l.min_power as "minPower", l.min_level as "minLevel", (d.baseline ->> 'mean')::float8 as usual, r.project_id::text as project
     from ${table} r left join lighting_loads l on l.device_id = r.device_id and l.tenant_id = r.tenant_id
     left join diagnosis_lamp d on d.device_id = r.device_id and d.tenant_id = r.tenant_id where r.id = $1`,
    [test.id],
  )
  if (!lamp?.power) return false
  const checks = await readChecks(query, test.tenantId)
  const { limits } = checks[lamp.project ?? ''] ?? checks[''] ?? DEFAULT_CHECKS
  return testProves(kindNamed(lamp.kind), { ...lamp, power: lamp.power }, test.watts, lamp.usual ?? 1, limits)
}

const advance = async (platform: Platform, test: Running): Promise<void> => {
  const { system, clock } = platform
  const { query } = system
  const level = TEST_LEVELS[test.step] ?? null
  const ctx = await platform.port(actingPort).as(test.userId, 'zh')
  const isAllowed = ctx?.user.permissions.has('diagnose_record_test') === true
  if (!ctx || !isAllowed) return finish(platform, test, null, NO_USER)
  if (test.batchId === null) {
    try {
      // The key is that of the test and the level: after a restart the ledger answers with the batch that was written before.
      const key = `diagnosis:${test.id}:${test.stepAt.getTime()}:${level ?? 'release'}`
      const { batchId } = await createBatch(ctx, orderOf(test.deviceId, level, clock.now()), { key, hash: key })
      if (level === null) {
        const proven = await judge(query, test)
        const answers = answersOf(test.watts)
        return finish(platform, test, proven, [answers, answers])
      }
      await query('update diagnosis_test set batch_id = $2 where record_id = $1 and batch_id is null', [test.id, batchId])
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      const { text } = thrown.refusal
      await finish(platform, test, null, [pick(text, 'zh', thrown.values), pick(text, 'en', thrown.values)])
    }
    return
  }
  const [answer] = await query<{ watts: number | null; ended: boolean }>(ANSWER, [test.batchId, test.deviceId])
  const isLate = clock.now() - test.stepAt.getTime() > STEP_MS
  if (answer?.watts !== null && answer?.watts !== undefined) {
    await query(
      'update diagnosis_test set step = step + 1, batch_id = null, watts = watts || $2::float8, step_at = $3 where record_id = $1 and step = $4',
      [test.id, answer.watts, new Date(clock.now()), test.step],
    )
  } else if (isLate || answer?.ended) {
    await finish(platform, test, null, NO_ANSWER)
    await createBatch(ctx, orderOf(test.deviceId, null, clock.now()), null)
  }
}

/** Takes each running test one step further: sends the next level, or reads the answer to the last one. */
export const advanceTests = async (platform: Platform): Promise<number> => {
  const running = await platform.system.query<Running>(RUNNING)
  for (const test of running)
    try {
      await advance(platform, test)
    } catch (why) {
      platform.log.error('an active test did not go on', { id: test.id, why: String(why) })
    }
  return running.length
}
