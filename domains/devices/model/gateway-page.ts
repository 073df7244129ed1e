/** Largest product of page and size that is asked for by its offset alone. */
const PLAIN_ROWS = 500
/** Pages of a round: the marker stays the same for ten pages. */
const ROUND = 10
/** Sizes of the gateway list: with larger ones the marker would be needed before the first round ends (decisions.md A8). */
export const GATEWAY_SIZES = [10, 30, 50] as const

/**
 * Returns the parameters that place a page of the gateway list (specification line 551, decisions.md A8). Beyond 500 rows the page is counted from the row
 * `marker`: the last one of the page before if the page is the first after a round, else the last one of the round. `lastOf`: id of the last row of each page
 * that was read. Without the row the page is found by its offset.
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
