/** Pages within the first rows, up to this number, are found by their offset alone. */
const PLAIN_ROWS = 500
/** Number of pages for which the marker stays the same. */
const ROUND = 10
/** Page sizes of the gateway list. With a larger size the marker would be needed before the first round ends (decisions.md A8). */
export const GATEWAY_SIZES = [10, 30, 50] as const

/**
 * Returns the parameters that place a page of the gateway list (decisions.md A8). Beyond PLAIN_ROWS rows the page is counted from the row
 * `marker`: pages 20 and 22 to 29 from the last row of page 19, page 21 from the last row of page 20. `lastOf`: id of the last row of each
 * page that was read. If it lacks the marker, the page is found by its offset.
 */
export const gatewayPlace = (
  page: number,
  size: number,
  lastOf: ReadonlyMap<number, string>,
): { readonly marker?: string; readonly offset: number } => {
  const plain = { offset: (page - 1) * size }
  if (page * size <= PLAIN_ROWS) return plain
  const isFirst = page % ROUND === 1
  const marker = lastOf.get(isFirst ? page - 1 : Math.floor(page / ROUND) * ROUND - 1)
  if (marker === undefined) return plain
  return { marker, offset: isFirst ? 0 : (page % ROUND) * size }
}
