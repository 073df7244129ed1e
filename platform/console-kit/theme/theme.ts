import type { Text } from '@lamplight/kit'
import { createState, useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'

/** A theme is a class of the body and a css file of the same name that sets the same variables as the others. */
export const THEMES = [
  { name: 'theme-vip', label: ['尊贵', 'Ink and gold'] },
  { name: 'dark', label: ['夜班', 'Night shift'] },
] as const satisfies readonly { name: string; label: Text }[]
export type ThemeName = (typeof THEMES)[number]['name']
export type Density = 'default' | 'compact'

/** A stored name to a theme we have; the default is theme-vip (rule.theme.default). */
export const themeOf = (stored: unknown): ThemeName => THEMES.find((theme) => theme.name === stored)?.name ?? 'theme-vip'

export const theme = createState<ThemeName>(themeOf(storage.read('themeName')))
export const density = createState<Density>(storage.read('density') === 'compact' ? 'compact' : 'default')

/** Puts theme and density onto the page. */
export const applyTheme = (): void => {
  document.body.className = theme.get()
  document.documentElement.dataset.density = density.get()
}

export const setTheme = (name: ThemeName): void => {
  storage.write('themeName', name)
  document.body.className = name
  theme.set(name)
}
export const setDensity = (value: Density): void => {
  storage.write('density', value)
  document.documentElement.dataset.density = value
  density.set(value)
}
export const useTheme = (): ThemeName => useStateOf(theme)
export const useDensity = (): Density => useStateOf(density)
