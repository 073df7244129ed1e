import { useEffect, useState } from 'react'
import { isDarkTheme, MAP_TOKENS, type MapColour, type MapPalette, readPalette } from './palette.ts'

const same = (a: MapPalette, b: MapPalette): boolean =>
  a.dark === b.dark && Object.keys(MAP_TOKENS).every((name) => a[name as MapColour] === b[name as MapColour])

/** Reads the colours from the page, or from an element with the class of the theme if a part of the page has its own. */
const paletteOf = (theme: string): MapPalette => {
  if (document.body.classList.contains(theme) || !theme.startsWith('theme-')) return readPalette(document.body, theme)
  const probe = document.createElement('div')
  probe.className = theme
  probe.hidden = true
  document.body.append(probe)
  const palette = readPalette(probe, theme)
  probe.remove()
  return palette
}

/** Colours of the map in `theme`; read again when the theme, or an attribute (class, style, data-*) of the page's root or body changes. */
export const usePalette = (theme: string): MapPalette => {
  const [palette, setPalette] = useState(() => paletteOf(theme))
  useEffect(() => {
    const read = (): void => {
      const next = paletteOf(theme)
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
