import { createBatch, type OrderInput } from '@lamplight/control/server'
import { isRefusal, pick, type Text } from '@lamplight/kit'
import { actingPort, type Ctx, DEFAULT_ZONE, dueTimes, type Platform, tableOf } from '@lamplight/server-kit'
import { RUN, timedRecord } from '../model/timed-record.resource.ts'
import { SWITCHES, timedSwitch } from '../model/timed-switch.resource.ts'
import { nextRun, rightOf, type TimedRow } from './timed-switch.server.ts'

const LOCK = 65_003
const [SWITCHED, RECORDS] = [tableOf(timedSwitch), tableOf(timedRecord)]
/** If errors of this server delay the command of a run for longer than this, the run fails. */
const GIVEN_UP_MS = 10 * 60_000
const AT_ONCE = 50
const NO_USER: Text = ['执行人已停用', 'the account that it runs as is disabled']
const NO_RIGHT: Text = ['执行人没有下发指令的权限', 'the account that it runs as may not send the command']
const FAILED: Text = ['服务器错误', 'server error']

type SwitchRow = Omit<TimedRow, 'runAt'> & {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly level: number | null
  readonly runAt: Date | null
  readonly nextAt: Date
  readonly actingUser: string | null
  readonly projectId: string | null
  readonly areaId: string | null
}

const actorOf = async (platform: Platform, userId: string | null): Promise<Ctx | null> =>
  userId === null ? null : platform.port(actingPort).as(userId, 'zh')

/** Stores the runs that are due, with the next time of their switches, each in one transaction: no run is lost, and none happens twice. */
export const planRuns = async (platform: Platform): Promise<void> => {
  const due = await platform.system.query<{ id: string; user: string | null }>(
    `select id::text as id, acting_user::text as user from ${SWITCHED} where enable = 1 and not is_deleted and next_at <= $1`,
    [new Date(platform.clock.now())],
  )
  for (const { id, user } of due) {
    const zone = (await actorOf(platform, user))?.zone ?? DEFAULT_ZONE
    await platform.system.tx(async (query) => {
      await query('select pg_advisory_xact_lock($1)', [LOCK])
      const now = platform.clock.now()
      const [row] = await query<SwitchRow>(
        `select id::text as id, tenant_id as "tenantId", name, enable::int as enable, repeat::int as repeat, run_at as "runAt", time, weekdays,
           command::int as command, level::int as level, next_at as "nextAt", acting_user::text as "actingUser", project_id::text as "projectId", area_id::text as "areaId"
         from ${SWITCHED} where id = $1 and enable = 1 and not is_deleted and next_at <= $2 for update`,
        [id, new Date(now)],
      )
      if (!row) return
      const timed: TimedRow = { ...row, runAt: row.runAt?.toISOString() ?? null }
      const { times, next } = dueTimes(row.nextAt.getTime(), now, (after) => nextRun(timed, zone, after))
      for (const { at, isMissed } of times)
        await query(
          `insert into ${RECORDS} (id, tenant_id, create_user, update_user, create_time, update_time, name, switch_id, due_at, state, command, level, project_id, area_id)
           values ($1, $2, $3, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
          [
            platform.newId(),
            row.tenantId,
            row.actingUser,
            new Date(now),
            row.name,
            row.id,
            new Date(at),
            isMissed ? RUN.missed : RUN.pending,
            row.command,
            row.command === SWITCHES.level ? row.level : null,
            row.projectId,
            row.areaId,
          ],
        )
      await query(`update ${SWITCHED} set next_at = $2, enable = case when $2::timestamptz is null then 0 else enable end where id = $1`, [
        id,
        next === null ? null : new Date(next),
      ])
    })
  }
}

interface RunRow {
  readonly id: string
  readonly userId: string | null
  readonly dueAt: Date
  readonly command: number
  readonly level: number | null
  readonly groupId: string | null
  readonly controllerIds: readonly string[] | null
}
const orderOf = ({ command, level, groupId, controllerIds }: RunRow): OrderInput => ({
  command: command === SWITCHES.on ? 'on' : command === SWITCHES.off ? 'off' : 'dim',
  level: command === SWITCHES.level ? (level ?? 0) : null,
  duration: null,
  until: null,
  lampSelect: null,
  target: null,
  again: null,
  selector: groupId ? { groupId } : { controllerIds: controllerIds ?? [] },
})

const sendOne = async (platform: Platform, row: RunRow): Promise<void> => {
  const { system, clock } = platform
  const failed = ([zh, en]: Text) =>
    system.query(`update ${RECORDS} set state = ${RUN.failed}, ran_at = $2, update_time = $2, reason = $3, reason_en = $4 where id = $1`, [
      row.id,
      new Date(clock.now()),
      zh.slice(0, 300),
      en.slice(0, 300),
    ])
  const ctx = await actorOf(platform, row.userId)
  if (!ctx) return void (await failed(NO_USER))
  if (!ctx.user.permissions.has(rightOf(row.command))) return void (await failed(NO_RIGHT))
  try {
    // The key is that of the run: after a restart the ledger answers with the batch that was written before.
    const { batchId, total } = await createBatch(ctx, orderOf(row), { key: `timed:${row.id}`, hash: row.id })
    await system.query(
      `update ${RECORDS} set state = ${RUN.sent}, ran_at = $2, update_time = $2, batch_id = $3, total = $4 where id = $1 and state = ${RUN.pending}`,
      [row.id, new Date(clock.now()), batchId, total],
    )
  } catch (thrown) {
    if (isRefusal(thrown))
      return void (await failed([pick(thrown.refusal.text, 'zh', thrown.values), pick(thrown.refusal.text, 'en', thrown.values)]))
    platform.log.error('a timed switch could not send its command', { id: row.id, why: String(thrown) })
    if (clock.now() - row.dueAt.getTime() > GIVEN_UP_MS) await failed(FAILED)
  }
}

/** Sends the commands of stored runs, and stores the results of those whose commands have ended. */
export const sendRuns = async (platform: Platform): Promise<void> => {
  const rows = await platform.system.query<RunRow>(
    `select r.id::text as id, r.create_user::text as "userId", r.due_at as "dueAt", r.command::int as command, r.level::int as level,
       s.group_id::text as "groupId", s.controller_ids::text[] as "controllerIds"
     from ${RECORDS} r join ${SWITCHED} s on s.id = r.switch_id where r.state = ${RUN.pending} and not r.is_deleted order by r.id limit ${AT_ONCE}`,
  )
  for (const row of rows) await sendOne(platform, row)
  await platform.system.query(
    `update ${RECORDS} r set update_time = $1, state = case b.state when 2 then ${RUN.done} when 3 then ${RUN.partly} else ${RUN.failed} end
     from control_batches b where r.state = ${RUN.sent} and b.id = r.batch_id and b.state >= 2`,
    [new Date(platform.clock.now())],
  )
}
