import { describe, expect, it } from 'vitest'
import { isDarkTheme, MAP_TOKENS, type MapPalette, onColour, parseColour } from './palette.ts'

const palette = (mode: 'light' | 'dark'): MapPalette => ({
  ...(Object.fromEntries(Object.entries(MAP_TOKENS).map(([name, entry]) => [name, entry[mode]])) as Omit<MapPalette, 'dark'>),
  dark: mode === 'dark',
})

describe('palette', () => {
  it('parses the colour notations of the themes', () => {
    expect(parseColour('#fff')).toEqual([255, 255, 255, 1])
    expect(parseColour(' #409EFF ')).toEqual([64, 158, 255, 1])
    expect(parseColour('#00000000')).toEqual([0, 0, 0, 0])
    expect(parseColour('rgb(1, 2, 3)')).toEqual([1, 2, 3, 1])
    expect(parseColour('rgb(1 2 3 / 50%)')).toEqual([1, 2, 3, 0.5])
    expect(parseColour('gold')).toBeUndefined()
  })

  it('goes from amber to gold with the level', () => {
    for (const mode of ['light', 'dark'] as const) {
      expect(onColour(palette(mode), 0)).toBe('rgb(229, 154, 0)')
      expect(onColour(palette(mode), 1)).toBe('rgb(255, 210, 74)')
      expect(onColour(palette(mode), 0.5)).toBe('rgb(242, 182, 37)')
    }
  })

  it('has every default in a notation that it can parse, and a colour for dark lamps', () => {
    for (const entry of Object.values(MAP_TOKENS)) expect([parseColour(entry.light), parseColour(entry.dark)]).not.toContain(undefined)
    expect(['theme-vip', 'theme-dark'].map(isDarkTheme)).toEqual([false, true])
  })
})
