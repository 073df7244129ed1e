import type { EventBus, Log } from './types.ts'

/** News inside the process. Listeners run on their own; what they throw is logged and hurts nobody. */
export const createBus = (log: Log): EventBus => {
  const listeners = new Map<string, Set<(payload: never) => unknown>>()
  return {
    emit: (event, payload) => {
      for (const listener of listeners.get(event) ?? [])
        Promise.resolve()
          .then(() => listener(payload as never))
          .catch((thrown: unknown) => log.error('listener failed', { event, why: String(thrown) }))
    },
    on: (event, listener) => {
      const of = listeners.get(event) ?? new Set()
      listeners.set(event, of.add(listener as (payload: never) => unknown))
      return () => of.delete(listener as (payload: never) => unknown)
    },
  }
}
