import type { EventBus, Log } from '../platform-types.ts'
import type { Relay } from './relay.ts'

/**
 * Event bus of the process; `shared` events also reach the other processes. An error of a listener is logged, and the other listeners still run.
 */
export const createBus = (log: Log, relay?: Relay): EventBus => {
  const listeners = new Map<string, Set<(payload: never) => unknown>>()
  const emitHere = (event: string, payload: unknown): void => {
    for (const listener of listeners.get(event) ?? [])
      Promise.resolve()
        .then(() => listener(payload as never))
        .catch((thrown: unknown) => log.error('listener failed', { event, why: String(thrown) }))
  }
  relay?.on('event', (body) => emitHere(...(body as [string, unknown])))
  return {
    emit: (event, payload) => {
      emitHere(event.name, payload)
      if (event.shared) relay?.send('event', [event.name, payload])
    },
    on: (event, listener) => {
      const of = listeners.get(event.name) ?? new Set()
      listeners.set(event.name, of.add(listener as (payload: never) => unknown))
      return () => of.delete(listener as (payload: never) => unknown)
    },
  }
}
