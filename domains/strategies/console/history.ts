/** An edited value with its earlier and later states. Changes with the same `group` in succession are one step of undo: a drag, or the typing in a field. */
export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
  readonly group: string | null
}
const MAX_STEPS = 200

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [], group: null })
export const change = <T>(history: History<T>, now: T, group: string | null = null): History<T> => {
  if (now === history.now) return history
  if (group !== null && group === history.group) return { ...history, now, future: [] }
  return { past: [...history.past, history.now].slice(-MAX_STEPS), now, future: [], group }
}
/** Ends a group: the next change is a step of its own. */
export const settle = <T>(history: History<T>): History<T> => (history.group === null ? history : { ...history, group: null })
export const undo = <T>({ past, now, future, group }: History<T>): History<T> => {
  const before = past.at(-1)
  return before === undefined
    ? { past, now, future, group }
    : { past: past.slice(0, -1), now: before, future: [now, ...future], group: null }
}
export const redo = <T>({ past, now, future, group }: History<T>): History<T> => {
  const [next, ...rest] = future
  return next === undefined ? { past, now, future, group } : { past: [...past, now], now: next, future: rest, group: null }
}
