import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export interface State<T> {
  readonly get: () => T
  readonly set: (next: T | ((old: T) => T)) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates a state. Setting an identical value does not call the listeners. */
export const createState = <T>(initial: T): State<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      const wanted = typeof next === 'function' ? (next as (old: T) => T)(value) : next
      if (Object.is(wanted, value)) return
      value = wanted
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the value of a state and renders the component again when it changes. */
export const useStateOf = <T>(state: State<T>): T => useSyncExternalStore(state.subscribe, state.get, state.get)
