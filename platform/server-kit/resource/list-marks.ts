import type { ListStart } from './resource-store.ts'

/** Number of rows between two marks. */
export const MARK_EVERY = 250
const LISTS_AT_MOST = 50
const AGAIN_AFTER_MS = 5000

interface Marks {
  readonly changes: number
  readonly ids: readonly string[]
}

/**
 * Remembers the row ids at regular offsets of long lists, so that a page with a large offset starts at the nearest mark instead of counting from
 * the first row. Marks live in this process only; each statement checks them against the stored count of changes.
 */
export const createListMarks = () => {
  const lists = new Map<string, Marks>()
  const tried = new Map<string, number>()
  return {
    /** Returns the mark before the row at `offset` and the change count at which it was read; null if none is known. */
    find: (list: string, offset: number): { place: ListStart; changes: number } | null => {
      const marks = lists.get(list)
      const at = Math.min(Math.floor(offset / MARK_EVERY), (marks?.ids.length ?? 0) - 1)
      const id = marks?.ids[at]
      return marks && id !== undefined ? { place: { id, skip: offset - at * MARK_EVERY }, changes: marks.changes } : null
    },
    forget: (list: string): void => {
      lists.delete(list)
    },
    /** Reads the marks of a list; at most every five seconds, because marks of a list that changes all the time are never valid. */
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
