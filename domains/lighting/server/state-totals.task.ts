import type { Task } from '@lamplight/server-kit'

const EVERY_MS = 2000

/** Adds the changes of states to the kept totals of lamps. Lists count those that are not added yet, so a late turn costs time, not exactness. */
export const stateTotalsTask: Task = {
  name: 'lighting.state-totals',
  role: 'schedule',
  start: async ({ system, log }) => {
    let running = Promise.resolve()
    let isBusy = false
    const add = async (): Promise<void> => {
      isBusy = true
      await system
        .query('select lighting_fold_states()')
        .catch((thrown: unknown) => log.warn('states of lamps not added to the totals', { why: String(thrown) }))
      isBusy = false
    }
    const timer = setInterval(() => {
      if (!isBusy) running = add()
    }, EVERY_MS)
    return async () => {
      clearInterval(timer)
      await running
    }
  },
}
