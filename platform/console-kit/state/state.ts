import { useSyncExternalStore } from 'react'

/** A value outside React that components may follow. */
export interface State<T> {
  readonly get: () => T
  readonly set: (next: T | ((old: T) => T)) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Makes a state; setting an identical value tells nobody. */
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

/** Follows a state from a component. */
export const useStateOf = <T>(state: State<T>): T => useSyncExternalStore(state.subscribe, state.get, state.get)
