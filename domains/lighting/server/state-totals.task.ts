import type { Task } from '@lamplight/server-kit'

const EVERY_MS = 2000
/** The task spends at most this share of the time on adding changed states to the totals. */
const SHARE = 0.1

/** Stored totals by state of rows whose device is `device` (SQL over `t`): lamps and lamp controllers. */
export const statesKept = (device: string) => ({
  field: 'currentControllerStatus',
  changes: 'devices_state_changes',
  on: `f.device_id = ${device} and f.tenant_id = t.tenant_id`,
})

/**
 * Adds the rows of `devices_state_changes` to the stored totals. Lists also count the rows that remain
 * there, so a late run makes totals slower, not wrong.
 */
export const stateTotalsTask: Task = {
  name: 'lighting.state-totals',
  role: 'schedule',
  start: async ({ system, log }) => {
    let running = Promise.resolve()
    let isBusy = false
    let rests = 0
    const add = async (): Promise<void> => {
      isBusy = true
      const began = performance.now()
      await system
        .query('select lighting_fold_states()')
        .catch((thrown: unknown) => log.warn('states of lamps not added to the totals', { why: String(thrown) }))
      rests = performance.now() + (performance.now() - began) / SHARE
      isBusy = false
    }
    const timer = setInterval(() => {
      if (!isBusy && performance.now() > rests) running = add()
    }, EVERY_MS)
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
