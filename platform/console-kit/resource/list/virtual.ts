/** Lists with at most this many rows are rendered completely. */
export const WHOLE = 60
const OVER = 8
/** Number of rows by which the window moves, so that scrolling rarely renders. */
const STEP = 4

/** Rows in the window of a scrolled list, with some extra: `from` inclusive, `to` exclusive. */
export const visibleRows = (
  scrolled: number,
  height: number,
  rowHeight: number,
  count: number,
): { readonly from: number; readonly to: number } => {
  if (count <= WHOLE) return { from: 0, to: count }
  const first = Math.floor(Math.max(0, scrolled) / rowHeight / STEP) * STEP
  const from = Math.max(0, Math.min(first - OVER, count - 1))
  return { from, to: Math.min(count, first + Math.ceil(height / rowHeight) + STEP + OVER) }
}
