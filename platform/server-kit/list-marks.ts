import type { Place } from './resource-store.ts'

/** Rows between two marks. */
export const MARK_EVERY = 250
const LISTS_AT_MOST = 50
const AGAIN_AFTER_MS = 5000

interface Marks {
  readonly changes: number
  readonly ids: readonly string[]
}

/**
 * Places in long lists, so that a page far behind begins near where it is instead of counting there from the first row. They are a
 * memory of this process only: each use is checked, in the statement itself, against the kept count of changes.
 */
export const createListMarks = () => {
  const lists = new Map<string, Marks>()
  const tried = new Map<string, number>()
  return {
    /** The mark before the row at `offset` and the changes it was made at; null where none is known. */
    find: (list: string, offset: number): { place: Place; changes: number } | null => {
      const marks = lists.get(list)
      const at = Math.min(Math.floor(offset / MARK_EVERY), (marks?.ids.length ?? 0) - 1)
      const id = marks?.ids[at]
      return marks && id !== undefined ? { place: { id, skip: offset - at * MARK_EVERY }, changes: marks.changes } : null
    },
    forget: (list: string): void => {
      lists.delete(list)
    },
    /** Reads the marks of a list; not again within five seconds, for a list that changes all the time is not worth it. */
    make: async (list: string, read: () => Promise<Marks>): Promise<void> => {
      const now = performance.now()
      if (now - (tried.get(list) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return
      if (tried.size >= LISTS_AT_MOST) {
        tried.clear()
        lists.clear()
      }
      tried.set(list, now)
      lists.set(list, await read())
    },
  }
}
