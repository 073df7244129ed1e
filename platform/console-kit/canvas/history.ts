/** States of an edited value, for undo and redo. */
export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}
/** Largest number of states that undo keeps. */
const UNDO_MOST = 100
export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [] })
/** `joins`: the change continues the one before, so that undo takes back both. */
export const changedTo = <T>(history: History<T>, now: T, joins = false): History<T> => {
  if (now === history.now) return history
  return { past: joins ? history.past : [...history.past, history.now].slice(-UNDO_MOST), now, future: [] }
}
export const undone = <T>(history: History<T>): History<T> => {
  const { past, now, future } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}
export const redone = <T>(history: History<T>): History<T> => {
  const { past, now, future } = history
  const [next, ...rest] = future
  return next === undefined ? history : { past: [...past, now], now: next, future: rest }
}
