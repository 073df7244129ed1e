/** A colour as `#rrggbb`. */
export type Hex = string

const parts = (hex: Hex): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const hexOf = (rgb: readonly number[]): Hex => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Mixes two colours; `share`: part of `to`, 0 to 1. */
export const mix = (from: Hex, to: Hex, share: number): Hex => {
  const [a, b] = [parts(from), parts(to)]
  return hexOf(a.map((part, at) => part + ((b[at] ?? part) - part) * share))
}

/** Relative luminance as in WCAG 2, 0 to 1. */
export const luminance = (hex: Hex): number => {
  const [r = 0, g = 0, b = 0] = parts(hex).map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** Contrast ratio as in WCAG 2, 1 to 21; AA requires 4.5 for text. */
export const contrast = (a: Hex, b: Hex): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const AA = 4.5
/** Returns the colour, mixed with `to` until its contrast to the background is sufficient. */
const readable = (colour: Hex, ground: Hex, to: Hex): Hex => {
  for (let share = 0; share < 1; share += 0.04) {
    const found = mix(colour, to, share)
    if (contrast(found, ground) >= AA) return found
  }
  return to
}

/** Per scheme: the colour that tints are mixed with, and the background that links must contrast with. */
const GROUNDS = {
  light: { tint: '#ffffff', text: '#000000', ground: '#e3e7eb' },
  dark: { tint: '#0f1520', text: '#ffffff', ground: '#243040' },
} as const

/**
 * Returns the tokens for a primary colour: ten tints, a shade, and the colours of buttons, links and selections; each has AA
 * contrast to its background (rule.theme.colour).
 */
export const primaryTokens = (colour: Hex, scheme: 'light' | 'dark'): Readonly<Record<`--ll-${string}`, Hex>> => {
  const { tint, text, ground } = GROUNDS[scheme]
  const action = readable(colour, '#f2f6fb', '#000000')
  return {
    '--ll-primary': colour,
    ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`--ll-primary-${at + 1}`, mix(colour, tint, 0.9 - at / 10)])),
    '--ll-primary-shade': mix(colour, text, 0.1),
    '--ll-action': action,
    '--ll-action-hover': mix(action, '#000000', 0.14),
    '--ll-link': readable(colour, ground, text),
    '--ll-selected': colour,
  }
}
