import { useState } from 'react'

/** State of one filter. When `scope` (the filter) changes, the state is replaced by what `next` returns for the old state. */
export const useScoped = <T>(scope: string, first: T, next: (old: T) => T): readonly [T, (state: T) => void] => {
  const [held, setHeld] = useState({ scope, state: first })
  const now = held.scope === scope ? held : { scope, state: next(held.state) }
  // Set during the render, so that no action sees the selection of the former filter.
  if (now !== held) setHeld(now)
  return [now.state, (state) => setHeld({ scope, state })]
}

interface Chosen<R> {
  readonly rows: ReadonlyMap<string, R>
  /** Number of rows whose selection ended because the filter changed. */
  readonly left: number
}

/** The selection of a `RowTable` and its bar, made by `useChosenRows`. */
export interface ChosenRows<R> {
  readonly rows: ReadonlyMap<string, R>
  /** Keys of the rows on the screen. */
  readonly here: readonly string[]
  /** Number of rows whose selection has just ended because the filter changed. */
  readonly left: number
  readonly choose: (keys: ReadonlySet<string>) => void
  readonly clear: () => void
}

/**
 * The selected rows of a `RowTable` by key. The selection is kept while the user pages and sorts, and ends when `filter` changes: an action
 * must not reach rows that the user has filtered out.
 */
export const useChosenRows = <R>(shown: readonly R[], keyOf: (row: R) => string, filter: unknown): ChosenRows<R> => {
  const [{ rows, left }, set] = useScoped<Chosen<R>>(JSON.stringify(filter), { rows: new Map(), left: 0 }, (old) => ({
    rows: new Map(),
    left: old.rows.size,
  }))
  return {
    rows,
    left,
    here: shown.map(keyOf),
    clear: () => set({ rows: new Map(), left: 0 }),
    choose: (keys): void => {
      const known = new Map([...rows, ...shown.map((row) => [keyOf(row), row] as const)])
      set({ rows: new Map([...keys].flatMap((key) => (known.has(key) ? [[key, known.get(key) as R] as const] : []))), left: 0 })
    },
  }
}
