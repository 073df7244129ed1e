/** Where somebody looked; WGS-84 degrees, so that it stays right when the tiles change. */
export type MapView = { lng: number; lat: number; zoom: number }

const keyOf = (key: string): string => `ll-map:${key}`
const isView = (value: unknown): value is MapView =>
  typeof value === 'object' &&
  value !== null &&
  (['lng', 'lat', 'zoom'] as const).every((name) => name in value && Number.isFinite((value as Record<string, unknown>)[name]))

/** The view this tab had under `key`; undefined when there is none or the store is shut. */
export const recallView = (key: string): MapView | undefined => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null')
    return isView(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keeps the view for this tab; a browser that refuses storage forgets it. */
export const rememberView = (key: string, view: MapView): void => {
  try {
    sessionStorage.setItem(keyOf(key), JSON.stringify(view))
  } catch {
    // Private windows may refuse; the map then opens on all lamps.
  }
}
