/** Lists up to so many rows are drawn whole. */
export const WHOLE = 60
const OVER = 8
/** The window moves by so many rows at once, so that scrolling seldom draws. */
const STEP = 4

/** Rows that stand in the window of a scrolled list, with some to spare: `from` up to, not including, `to`. */
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
