/** Approximate width of a text at body size, px: an ideograph is a square, a letter a little over half of one. */
export const textWidth = (text: string): number => {
  let width = 0
  for (const letter of text) width += letter > '\u2e80' ? 14 : 7.8
  return Math.ceil(width)
}
