import { gatewaysPort } from '@lamplight/devices/model'
import type { Task } from '@lamplight/server-kit'

const EVERY_MS = 2000
/** The task spends at most this share of the time on adding changed states to the totals. */
const SHARE = 0.1
/** While so many entries wait in ingest, and for CALM_MS after that, the task waits, at most HELD_MS: what devices say comes first. */
const BUSY = 1000
const CALM_MS = 3000
const HELD_MS = 10_000

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
  start: async ({ system, log, port }) => {
    const gateways = port(gatewaysPort)
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
    let [busyAt, heldSince] = [Number.NEGATIVE_INFINITY, 0]
    const mustWait = (): boolean => {
      const now = performance.now()
      if (gateways.counts().waiting >= BUSY) busyAt = now
      if (now - busyAt >= CALM_MS) heldSince = 0
      else heldSince ||= now
      return heldSince > 0 && now - heldSince < HELD_MS
    }
    const timer = setInterval(() => {
      if (!mustWait() && !isBusy && performance.now() > rests) running = add()
    }, EVERY_MS)
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
