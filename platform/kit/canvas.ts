/** Items on a canvas, in pixels from the top left corner: their types, and checks of a stored content. */

export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
export interface Item extends Box {
  readonly id: string
}
/** Size of a canvas. Positions of items are multiples of `step`; the editors also round their sizes to it. */
export interface Stage {
  readonly width: number
  readonly height: number
  readonly step: number
  /** Size of texts, px. */
  readonly font: number
}

export const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
export const isInside = ({ width, height }: Stage, { x, y, w, h }: Box): boolean =>
  x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width && y + h <= height
export const isSnapped = ({ step }: Stage, { x, y }: Box): boolean => x % step === 0 && y % step === 0

/** Largest number of items of a canvas. */
export const ITEMS_MOST = 100
type Values = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the faulty part of the id, place and size of a stored item, or its first key that is not in `keys`; null if there is none. */
export const frameFault = (stage: Stage, item: Values, keys: readonly string[]): string | null => {
  const strange = Object.keys(item).find((key) => !keys.includes(key) && !['id', 'widget', 'x', 'y', 'w', 'h'].includes(key))
  if (strange !== undefined) return strange.slice(0, 40)
  if (typeof item.id !== 'string' || !/^[a-z0-9-]{1,40}$/i.test(item.id)) return 'id'
  const crooked = (['x', 'y', 'w', 'h'] as const).find((side) => !Number.isInteger(item[side]))
  if (crooked) return crooked
  return isInside(stage, item as unknown as Box) ? null : 'x, y, w, h'
}

/**
 * Returns the first faulty part of a stored content (`items[2].property`); null if there is none. `others`: the checks of its parts besides the items;
 * a check returns the faulty part or null.
 */
export const contentFault = (
  content: unknown,
  itemFault: (item: Values) => string | null,
  others: Readonly<Record<string, (value: unknown) => string | null>> = {},
): string | null => {
  if (!isObject(content) || !Array.isArray(content.items)) return 'items'
  const strange = Object.keys(content).find((key) => key !== 'items' && !Object.hasOwn(others, key))
  if (strange !== undefined) return strange.slice(0, 40)
  for (const [name, check] of Object.entries(others)) {
    const fault = check(content[name])
    if (fault !== null) return `${name}.${fault}`
  }
  if (content.items.length > ITEMS_MOST) return `items > ${ITEMS_MOST}`
  const ids = new Set<unknown>()
  for (const [at, item] of content.items.entries()) {
    if (!isObject(item)) return `items[${at}]`
    const fault = itemFault(item) ?? (ids.has(item.id) ? 'id' : null)
    if (fault) return `items[${at}].${fault}`
    ids.add(item.id)
  }
  return null
}
