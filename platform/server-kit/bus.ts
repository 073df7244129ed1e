import type { Relay } from './relay.ts'
import type { EventBus, Log } from './types.ts'

/** News inside the process; events named in `shared` reach the other processes too. Listeners run on their own; what they throw is logged and hurts nobody. */
export const createBus = (log: Log, relay?: Relay, shared: ReadonlySet<string> = new Set()): EventBus => {
  const listeners = new Map<string, Set<(payload: never) => unknown>>()
  const emitHere: EventBus['emit'] = (event, payload) => {
    for (const listener of listeners.get(event) ?? [])
      Promise.resolve()
        .then(() => listener(payload as never))
        .catch((thrown: unknown) => log.error('listener failed', { event, why: String(thrown) }))
  }
  relay?.on('event', (body) => emitHere(...(body as [string, unknown])))
  return {
    emit: (event, payload) => {
      emitHere(event, payload)
      if (shared.has(event)) relay?.send('event', [event, payload])
    },
    on: (event, listener) => {
      const of = listeners.get(event) ?? new Set()
      listeners.set(event, of.add(listener as (payload: never) => unknown))
      return () => of.delete(listener as (payload: never) => unknown)
    },
  }
}
