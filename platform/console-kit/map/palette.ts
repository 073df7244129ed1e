/** CSS tokens of a theme for lamps and the base map, with their default values. */
export const MAP_TOKENS = {
  onLow: { token: '--ll-lamp-on-low', light: '#E59A00', dark: '#E59A00' },
  onFull: { token: '--ll-lamp-on-high', light: '#FFD24A', dark: '#FFD24A' },
  onRim: { token: '--ll-lamp-on-rim', light: '#A86E00', dark: '#00000000' },
  off: { token: '--ll-lamp-off', light: '#7A8798', dark: '#5E6B7D' },
  offline: { token: '--ll-lamp-offline', light: '#7A8798', dark: '#8793A3' },
  fault: { token: '--ll-lamp-fault', light: '#D64545', dark: '#FF6B61' },
  faultRim: { token: '--ll-surface', light: '#FFFFFF', dark: '#0E131B' },
  inactive: { token: '--ll-lamp-inactive', light: '#A6AFBA', dark: '#4B5563' },
  selected: { token: '--ll-selected', light: '#409EFF', dark: '#409EFF' },
  run: { token: '--ll-selected', light: '#409EFF', dark: '#409EFF' },
  runTrack: { token: '--ll-lamp-run-track', light: '#409EFF40', dark: '#409EFF55' },
  verified: { token: '--ll-success', light: '#2E9E6B', dark: '#3DB880' },
  tick: { token: '--ll-on-action', light: '#FFFFFF', dark: '#FFFFFF' },
  failed: { token: '--ll-lamp-fault', light: '#D64545', dark: '#FF6B61' },
  land: { token: '--ll-map-ground', light: '#F1EFEA', dark: '#10161F' },
  outside: { token: '--ll-map-outside', light: '#E8E6E0', dark: '#0C1118' },
  water: { token: '--ll-map-water', light: '#D3E3EE', dark: '#132536' },
  park: { token: '--ll-map-green', light: '#E2EBD9', dark: '#14221D' },
  outline: { token: '--ll-line-hard', light: '#C9C5BA', dark: '#2A3645' },
  street: { token: '--ll-map-street', light: '#FFFFFF', dark: '#232E3C' },
  mainStreet: { token: '--ll-map-street-main', light: '#FFFFFF', dark: '#303D4D' },
  streetEdge: { token: '--ll-map-street-edge', light: '#CBC7BC', dark: '#141C26' },
  label: { token: '--ll-map-label', light: '#55606E', dark: '#95A1B1' },
  labelHalo: { token: '--ll-map-label-halo', light: '#FFFFFFE6', dark: '#10161FE6' },
} as const

export type MapColour = keyof typeof MAP_TOKENS
export type MapPalette = Readonly<Record<MapColour, string>> & { readonly dark: boolean }

/** Returns true if a theme is dark, by its name. */
export const isDarkTheme = (theme: string): boolean => /dark|night|wall/.test(theme)

/** CSS colours of `theme`, read from the tokens of `element`, with default values. */
export const readPalette = (element: Element, theme: string): MapPalette => {
  const style = getComputedStyle(element)
  const dark = isDarkTheme(theme)
  const colours = Object.fromEntries(
    Object.entries(MAP_TOKENS).map(([name, entry]) => [name, style.getPropertyValue(entry.token).trim() || entry[dark ? 'dark' : 'light']]),
  )
  return { ...(colours as Record<MapColour, string>), dark }
}

/** Red, green, blue 0-255 and alpha 0-1. */
export type Rgba = readonly [number, number, number, number]

/** Parses `#rgb`, `#rrggbb`, `#rrggbbaa` and `rgb(a)()`; undefined for other notations. */
export const parseColour = (css: string): Rgba | undefined => {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(css.trim())?.[1]
  if (hex && (hex.length === 3 || hex.length === 6 || hex.length === 8)) {
    const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex
    const at = (i: number): number => Number.parseInt(full.slice(i, i + 2), 16)
    return [at(0), at(2), at(4), full.length === 8 ? at(6) / 255 : 1]
  }
  const parts = /^rgba?\(([^)]+)\)$/i
    .exec(css.trim())?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean)
  if (!parts || parts.length < 3) return undefined
  const [r, g, b, a] = parts.map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part)))
  return [r!, g!, b!, a ?? 1]
}

const GOLD: Rgba = [245, 184, 61, 1]

/** Colour of a lamp that is on at `share` (0-1) of its light: between the tokens on-low and on-high. */
export const onColour = (palette: MapPalette, share: number): string => {
  const low = parseColour(palette.onLow) ?? GOLD
  const full = parseColour(palette.onFull) ?? GOLD
  const mix = (i: 0 | 1 | 2): number => Math.round(low[i] + (full[i] - low[i]) * share)
  return `rgb(${mix(0)}, ${mix(1)}, ${mix(2)})`
}
