/** What a person chose for one list and finds again on the next visit. */
export interface Remembered {
  readonly columns: readonly string[] | null
  readonly compact: boolean
  readonly size: number | null
  /** Names of folded search fields that are open. */
  readonly unfolded: boolean
}
export interface Store {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

const START: Remembered = { columns: null, compact: false, size: null, unfolded: false }
const keyOf = (user: string, resource: string): string => `lamplight-list-${user}-${resource}`

/** What was chosen; the start values when nothing readable is stored. */
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

/** Keeps a choice; a full or forbidden store only means it is forgotten. */
export const remember = (store: Store, user: string, resource: string, value: Remembered): void => {
  try {
    store.setItem(keyOf(user, resource), JSON.stringify(value))
  } catch {
    // private windows refuse to store
  }
}
