import { begun, changedTo, type History, redone, undone } from '@lamplight/kit/canvas'
import { useState } from 'react'

/** An edited value with undo and redo. `stored`: the loaded value. When `key` changes, the loaded value replaces the edited one. */
export const useHistory = <T>(stored: T, key: string) => {
  const [state, setState] = useState<{ readonly key: string; readonly stored: T; readonly history: History<T> }>(() => ({
    key,
    stored,
    history: begun(stored),
  }))
  const current = state.key === key ? state : { key, stored, history: begun(stored) }
  if (current !== state) setState(current)
  const { history } = current
  const set = (change: (before: History<T>) => History<T>): void => setState((old) => ({ ...old, history: change(old.history) }))
  return {
    value: history.now,
    changed: history.now !== current.stored,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (next: (before: T) => T) => set((before) => changedTo(before, next(before.now))),
    undo: () => set(undone),
    redo: () => set(redone),
    /** Call it after saving: the present value counts as the stored one. */
    keep: () => setState((old) => ({ ...old, stored: old.history.now })),
  }
}
