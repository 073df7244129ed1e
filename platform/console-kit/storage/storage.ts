/** What a stored value looks like (rule.store.record): `type` is there for values of the browser session only. */
export interface StoredRecord {
  readonly dataType: string
  readonly content: unknown
  readonly type?: 'session'
  /** Epoch ms of the writing. */
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
  /** The record, session before local; a value that is no JSON is returned as its own content (rule.store.raw). */
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

/** The console's storage under the site key (decisions.md A32): `saber-`, in a frame `saber-iframe-`. A full or forbidden shelf is borne silently. */
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
        // Nothing to do: the console works without its memory.
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

/** Inside a frame (another site shows the console)? */
export const isFramed = (): boolean => typeof window !== 'undefined' && window.self !== window.top

/** The storage of this page. */
export const storage = createStorage({
  local: browserShelf('localStorage'),
  session: browserShelf('sessionStorage'),
  framed: isFramed(),
  now: () => Date.now(),
})
