import { useEffect, useState } from 'react'
import { isDarkTheme, MAP_TOKENS, type MapColour, type MapPalette, readPalette } from './palette.ts'

const same = (a: MapPalette, b: MapPalette): boolean =>
  a.dark === b.dark && Object.keys(MAP_TOKENS).every((name) => a[name as MapColour] === b[name as MapColour])

/** Colours of the map in `theme`; read again when the theme, or an attribute (class, style, data-*) of the page's root or body changes. */
export const usePalette = (theme: string): MapPalette => {
  const [palette, setPalette] = useState(() => readPalette(document.body, theme))
  useEffect(() => {
    const read = (): void => {
      const next = readPalette(document.body, theme)
      setPalette((before) => (same(before, next) ? before : next))
    }
    read()
    const changes = new MutationObserver(read)
    for (const element of [document.documentElement, document.body]) changes.observe(element, { attributes: true })
    return () => changes.disconnect()
  }, [theme])
  return palette
}

/** Attribute by which `map.css` distinguishes light from dark, for themes without tokens. */
export const themeAttribute = (theme: string): { 'data-dark'?: '' } => (isDarkTheme(theme) ? { 'data-dark': '' } : {})
