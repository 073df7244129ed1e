/** Format of a stored value (rule.store.record): only values in the session storage have `type`. */
export interface StoredRecord {
  readonly dataType: string
  readonly content: unknown
  readonly type?: 'session'
  /** Time of writing, epoch ms. */
  readonly datetime: number
}
interface Shelf {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
export interface StorageParts {
  readonly local: Shelf
  readonly session: Shelf
  readonly framed: boolean
  readonly now: () => number
}
export interface Storage {
  readonly prefix: string
  readonly write: (name: string, content: unknown, type?: 'session') => void
  /** The record, from the session storage, else from the local storage. A value that is not JSON is returned as `content` (rule.store.raw). */
  readonly record: (name: string) => StoredRecord | null
  readonly read: <T>(name: string) => T | null
  readonly remove: (name: string) => void
}

const parse = (raw: string): StoredRecord => {
  try {
    const value: unknown = JSON.parse(raw)
    if (typeof value === 'object' && value !== null && 'content' in value) return value as StoredRecord
    return { dataType: typeof value, content: value, datetime: 0 }
  } catch {
    return { dataType: 'string', content: raw, datetime: 0 }
  }
}

/**
 * The console's storage with the prefix of the site (decisions.md A32): `saber-`, in a frame `saber-iframe-`.
 * Errors of a full or forbidden storage are ignored.
 */
export const createStorage = ({ local, session, framed, now }: StorageParts): Storage => {
  const prefix = framed ? 'saber-iframe-' : 'saber-'
  const record = (name: string): StoredRecord | null => {
    const raw = session.getItem(prefix + name) ?? local.getItem(prefix + name)
    return raw === null ? null : parse(raw)
  }
  return {
    prefix,
    record,
    read: <T>(name: string) => (record(name)?.content ?? null) as T | null,
    write: (name, content, type) => {
      const kept: StoredRecord = { dataType: typeof content, content, ...(type && { type }), datetime: now() }
      try {
        ;(type ? session : local).setItem(prefix + name, JSON.stringify(kept))
      } catch {
        // Ignored: the console works without the stored value.
      }
    },
    remove: (name) => {
      session.removeItem(prefix + name)
      local.removeItem(prefix + name)
    },
  }
}

const memoryShelf = (): Shelf => {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) }
}
const browserShelf = (name: 'localStorage' | 'sessionStorage'): Shelf => {
  try {
    return typeof window === 'undefined' ? memoryShelf() : window[name]
  } catch {
    return memoryShelf()
  }
}

/** True inside a frame of another page. */
export const isFramed = (): boolean => typeof window !== 'undefined' && window.self !== window.top

/** The storage of this page. */
export const storage = createStorage({
  local: browserShelf('localStorage'),
  session: browserShelf('sessionStorage'),
  framed: isFramed(),
  now: () => Date.now(),
})
