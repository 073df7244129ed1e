/** A user's settings of one list, stored for the next visit. */
export interface Remembered {
  readonly columns: readonly string[] | null
  readonly compact: boolean
  readonly size: number | null
  /** True if the folded search fields are open. */
  readonly unfolded: boolean
}
export interface Store {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

const START: Remembered = { columns: null, compact: false, size: null, unfolded: false }
const keyOf = (user: string, resource: string): string => `lamplight-list-${user}-${resource}`

/** Reads the settings; returns the defaults if none are stored or they are not readable. */
export const recall = (store: Store, user: string, resource: string): Remembered => {
  try {
    const read: unknown = JSON.parse(store.getItem(keyOf(user, resource)) ?? '{}')
    if (typeof read !== 'object' || read === null) return START
    const { columns, compact, size, unfolded } = read as Partial<Record<keyof Remembered, unknown>>
    return {
      columns: Array.isArray(columns) && columns.every((name) => typeof name === 'string') ? columns : null,
      compact: compact === true,
      size: typeof size === 'number' ? size : null,
      unfolded: unfolded === true,
    }
  } catch {
    return START
  }
}

/** Stores the settings; if the storage is full or refused, they are forgotten. */
export const remember = (store: Store, user: string, resource: string, value: Remembered): void => {
  try {
    store.setItem(keyOf(user, resource), JSON.stringify(value))
  } catch {
    // private windows refuse to store
  }
}
