import { arrayOf, type Platform, type Task } from '@lamplight/server-kit'

const EVERY_MS = 3_600_000
const ROWS_A_TURN = 1000

/** SQL condition: no device wants or reports the value, and no wave sets it. Each `not exists` becomes one anti-join, which scans its table once. */
const UNUSED_VALUE = `not exists (select from control_param p where p.wanted_id = v.id) and not exists (select from control_param p where p.reported_id = v.id)
  and not exists (select from control_wave w where w.value_id = v.id)`
/** Locks up to `$1` unused values. Skips values that a running transaction is about to use. */
const UNUSED = `select v.id::text as id from control_value v where ${UNUSED_VALUE} order by v.id limit $1 for update skip locked`
/** It runs after the locks with a newer snapshot, so it sees references that were committed before them. */
const DROP = `delete from control_value v where v.id = any($1::bigint[]) and ${UNUSED_VALUE}`

/** Removes parameter values that no device wants or reports any more. Returns how many values it checked. */
export const dropUnusedValues = ({ system }: Pick<Platform, 'system'>): Promise<number> =>
  system.tx(async (query) => {
    const ids = (await query<{ id: string }>(UNUSED, [ROWS_A_TURN])).map(({ id }) => id)
    if (ids.length > 0) await query(DROP, [arrayOf(ids)])
    return ids.length
  })

/** Removes unused parameter values once an hour. */
export const valuesTask: Task = {
  name: 'control.values',
  role: 'schedule',
  start: async (platform) => {
    let running: Promise<unknown> = Promise.resolve()
    let ended = false
    const dropAll = async (): Promise<void> => {
      while (!ended && (await dropUnusedValues(platform)) === ROWS_A_TURN);
    }
    const timer = setInterval(() => {
      running = running.then(dropAll).catch((why: unknown) => platform.log.error('unused parameter values stay', { why: String(why) }))
    }, EVERY_MS)
    return async () => {
      ended = true
      clearInterval(timer)
      await running
    }
  },
}
