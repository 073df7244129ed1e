import type { Text } from '@lamplight/kit'
import { createState, useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { primaryTokens } from './colour.ts'
import { token } from './tokens.ts'

/**
 * The eleven themes (rule.theme.count): each is a class of the body with variables in theme-light.css and themes.css. The class works on any
 * element, so that one theme can be shown inside another. `theme-blue` is also called smart in the specification
 * (decisions.md A60).
 */
export const THEMES = [
  { name: 'theme-vip', label: ['尊贵', 'Ink and gold'] },
  { name: 'theme-default', label: ['默认', 'Default'] },
  { name: 'theme-white', label: ['白色', 'White'] },
  { name: 'theme-dark', label: ['黑色', 'Night shift'] },
  { name: 'theme-star', label: ['炫彩', 'Violet night'] },
  { name: 'theme-blue', label: ['智能', 'Smart blue'] },
  { name: 'theme-iview', label: ['灰蓝', 'Grey-blue'] },
  { name: 'theme-cool', label: ['清凉', 'Petrol and mint'] },
  { name: 'theme-d2', label: ['浅灰', 'Light grey'] },
  { name: 'theme-hey', label: ['青翠', 'Ink and green'] },
  { name: 'theme-lte', label: ['深灰', 'Dark slate'] },
] as const satisfies readonly { name: string; label: Text }[]
export type ThemeName = (typeof THEMES)[number]['name']
export type Density = 'default' | 'compact'

/** The default primary colour (rule.theme.colour). */
export const DEFAULT_COLOUR = '#409eff'

/** Returns the theme of a stored name; theme-vip by default (rule.theme.default). Older consoles stored names without `theme-`. */
export const themeOf = (stored: unknown): ThemeName =>
  THEMES.find((theme) => theme.name === stored || theme.name === `theme-${String(stored)}`)?.name ?? 'theme-vip'
const colourOf = (stored: unknown): string =>
  typeof stored === 'string' && /^#[0-9a-f]{6}$/i.test(stored) ? stored.toLowerCase() : DEFAULT_COLOUR

export const theme = createState<ThemeName>(themeOf(storage.read('themeName')))
const colour = createState<string>(colourOf(storage.read('colorName')))
export const density = createState<Density>(storage.read('density') === 'compact' ? 'compact' : 'default')

/** Loads the styles of the other ten themes, when one of them is chosen or all are shown. The default theme is part of the first styles. */
export const loadThemes = (): Promise<unknown> => import('./themes.css')

const paint = (): void => {
  const own = primaryTokens(colour.get(), token('--ll-scheme') === 'dark' ? 'dark' : 'light')
  for (const [name, value] of Object.entries(own))
    if (colour.get() === DEFAULT_COLOUR) document.body.style.removeProperty(name)
    else document.body.style.setProperty(name, value)
}
let wanted: ThemeName = theme.get()
/** Applies a theme. The state changes after the styles are loaded, so that components which read colours from the page get the new ones. */
const applyThemeClass = async (name: ThemeName): Promise<void> => {
  wanted = name
  // If the styles do not load, the default theme stays; it is complete.
  if (name !== 'theme-vip') await loadThemes().catch(() => undefined)
  if (wanted !== name) return
  document.body.className = name
  paint()
  theme.set(name)
}

/** Applies theme, colour and density to the page, and follows changes in other tabs. Resolves when the page has its colours. */
export const applyTheme = (): Promise<void> => {
  document.documentElement.dataset.density = density.get()
  window.addEventListener('storage', ({ key }) => {
    if (key === `${storage.prefix}themeName`) void applyThemeClass(themeOf(storage.read('themeName')))
    if (key !== `${storage.prefix}colorName`) return
    colour.set(colourOf(storage.read('colorName')))
    paint()
  })
  return applyThemeClass(theme.get())
}

export const setTheme = (name: ThemeName): void => {
  storage.write('themeName', name)
  void applyThemeClass(name)
}
export const setColour = (value: string): void => {
  const next = colourOf(value)
  storage.write('colorName', next)
  colour.set(next)
  paint()
}
export const setDensity = (value: Density): void => {
  storage.write('density', value)
  document.documentElement.dataset.density = value
  density.set(value)
}
export const useTheme = (): ThemeName => useStateOf(theme)
export const useColour = (): string => useStateOf(colour)
export const useDensity = (): Density => useStateOf(density)
