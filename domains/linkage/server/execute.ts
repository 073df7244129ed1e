import { isRefusal, pick, type Text } from '@lamplight/kit'
import { actingPort, type Platform, storedPair, tableOf } from '@lamplight/server-kit'
import { FIRING, linkageRecord } from '../model/index.ts'
import { sendCommand } from './orders.ts'
import type { PlannedAction } from './records.ts'

const RECORDS = tableOf(linkageRecord)
const AT_ONCE = 50
const AGAIN_MS = 5000
/** If errors of this server delay a command for longer than this, the command is not sent. */
const GIVEN_UP_MS = 10 * 60_000
/** The work row of a firing is kept for this time, because the engine reads from it which firing caused another. */
const KEPT_MS = 60 * 60_000
/** Longest reason in each language, characters. */
const ERROR_MOST = 300
const NO_USER: Text = ['执行人已停用', 'the account that it runs as is disabled']
const LATE: Text = ['服务器错误', 'server error']

interface WorkRow {
  readonly id: string
  readonly tenant_id: string
  readonly user_id: string | null
  readonly fired_at: Date
  readonly actions: readonly PlannedAction[]
}

/** Sends an action that is due. Returns it with its batch, or with the reason why it was not sent. */
const sendOne = async (
  platform: Platform,
  { id, user_id, fired_at }: WorkRow,
  action: PlannedAction,
  at: number,
): Promise<PlannedAction> => {
  const ctx = user_id === null ? null : await platform.port(actingPort).as(user_id, 'zh')
  if (!ctx) return { ...action, error: storedPair(NO_USER) }
  try {
    // The key is that of the firing: after a restart the ledger answers with the batch that was written before.
    const request = { key: `linkage:${id}:${at}`, hash: id }
    const { batchId } = await sendCommand(ctx, action, action.deviceIds.split(','), request)
    return { ...action, batchId }
  } catch (thrown) {
    if (isRefusal(thrown)) {
      const said = (lang: 'zh' | 'en'): string => pick(thrown.refusal.text, lang, thrown.values).slice(0, ERROR_MOST)
      return { ...action, error: storedPair([said('zh'), said('en')]) }
    }
    platform.log.error('a linkage could not send its command', { id, why: String(thrown) })
    return platform.clock.now() - fired_at.getTime() > GIVEN_UP_MS ? { ...action, error: storedPair(LATE) } : action
  }
}

/** Sends the commands that are due. Returns the number of firings that it worked on. */
export const sendDue = async (platform: Platform): Promise<number> => {
  const now = platform.clock.now()
  const rows = await platform.system.query<WorkRow>(
    `select w.record_id::text as id, w.tenant_id, w.user_id::text as user_id, w.fired_at, r.actions from linkage_work w
     join ${RECORDS} r on r.id = w.record_id where w.next_at <= $1 order by w.next_at, w.record_id limit ${AT_ONCE}`,
    [new Date(now)],
  )
  for (const row of rows) {
    const actions: PlannedAction[] = []
    let next: number | null = null
    for (const [at, action] of row.actions.entries()) {
      const due = row.fired_at.getTime() + action.delay * 1000
      const isOpen = !action.batchId && !action.error
      const tried = isOpen && due <= now ? await sendOne(platform, row, action, at) : action
      actions.push(tried)
      if (tried.batchId || tried.error) continue
      const again = due <= now ? now + AGAIN_MS : due
      next = next === null ? again : Math.min(next, again)
    }
    await platform.system.tx(async (query) => {
      await query(`update ${RECORDS} set actions = $2, state = ${FIRING.sent}, update_time = $3 where id = $1 and state in (0, 1)`, [
        row.id,
        JSON.stringify(actions),
        new Date(now),
      ])
      await query('update linkage_work set next_at = $2 where record_id = $1', [row.id, next === null ? null : new Date(next)])
    })
  }
  return rows.length
}

/** States of batches that have ended (decisions.md B3). */
const [SUCCESS, PARTLY] = [2, 3]

/** Stores the results of firings whose commands have ended, and drops work that is done. */
export const settle = async (platform: Platform): Promise<void> => {
  const now = platform.clock.now()
  await platform.system.query(
    `with sent as (
       select w.record_id, a ->> 'error' as error, b.state, a ->> 'batchId' as batch from linkage_work w join ${RECORDS} r on r.id = w.record_id
       cross join lateral jsonb_array_elements(r.actions) a left join control_batches b on b.id = nullif(a ->> 'batchId', '')::bigint
       where w.next_at is null and not w.done
     ), ended as (
       select record_id, count(*) filter (where state = ${SUCCESS}) as good, count(*) filter (where state = ${PARTLY}) as partly, count(*) as n
       from sent group by record_id having bool_and(error is not null or batch is null or coalesce(state >= ${SUCCESS}, true))
     ), told as (
       update ${RECORDS} r set update_time = $1, state = case when e.good = e.n then ${FIRING.done} when e.good + e.partly > 0 then ${FIRING.partly} else ${FIRING.failed} end
       from ended e where r.id = e.record_id
     )
     update linkage_work w set done = true from ended e where w.record_id = e.record_id`,
    [new Date(now)],
  )
  await platform.system.query('delete from linkage_work where done and fired_at < $1', [new Date(now - KEPT_MS)])
}
