import { useState } from 'react'
import { begun, changedTo, type History, redone, undone } from './history.ts'

/** Changes of the same subject count as one if they follow each other within this time, ms. */
const JOIN_MS = 1000

interface State<T> {
  readonly key: string
  readonly stored: T
  readonly history: History<T>
  /** Subject and time of the last change. */
  readonly last?: { readonly subject: string; readonly at: number }
}

/** An edited value with undo and redo. `stored`: the loaded value. When `key` changes, the loaded value replaces the edited one. */
export const useHistory = <T>(stored: T, key: string) => {
  const fresh = (): State<T> => ({ key, stored, history: begun(stored) })
  const [state, setState] = useState(fresh)
  const current = state.key === key ? state : fresh()
  if (current !== state) setState(current)
  const { history } = current
  const step = (to: (before: History<T>) => History<T>): void => setState(({ last: _, ...old }) => ({ ...old, history: to(old.history) }))
  return {
    value: history.now,
    changed: history.now !== current.stored,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** `subject`: what is typed or moved in small steps, which undo takes back together. */
    change: (next: (before: T) => T, subject = '') => {
      const at = Date.now()
      setState((old) => {
        const joins = subject !== '' && old.last?.subject === subject && at - old.last.at < JOIN_MS && old.history.now !== old.stored
        return { ...old, history: changedTo(old.history, next(old.history.now), joins), last: { subject, at } }
      })
    },
    undo: () => step(undone),
    redo: () => step(redone),
    /** Call it after saving: the present value counts as the stored one. */
    keep: () => setState((old) => ({ ...old, stored: old.history.now })),
  }
}
