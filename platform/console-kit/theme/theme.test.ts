import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { THEMES, themeOf } from './theme.ts'

const variables = (name: string): Map<string, string> => {
  const css = readFileSync(new URL(`./${name}.css`, import.meta.url), 'utf8')
  return new Map([...css.matchAll(/(--ll-[\w-]+):\s*([^;]+);/g)].map((found) => [found[1]!, found[2]!.trim()]))
}
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Text and the ground it stands on. */
const PAIRS = [
  ...['text', 'text-2', 'text-3', 'link'].flatMap((text) => ['ground', 'surface', 'surface-2'].map((ground) => [text, ground] as const)),
  ['text', 'floating'],
  ['text-3', 'floating'],
  ['link', 'floating'],
  ['chrome-text', 'chrome'],
  ['chrome-text', 'chrome-3'],
  ['chrome-text-2', 'chrome'],
  ['chrome-text-2', 'chrome-2'],
  ['chrome-accent', 'chrome'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ...['success', 'warning', 'danger', 'info', 'neutral', 'gold'].map((tone) => [`${tone}-text`, `${tone}-tint`] as const),
  ...['success', 'warning', 'danger', 'info'].map((tone) => [`${tone}-text`, 'surface'] as const),
] as const

test('the default theme is theme-vip and its colour #409EFF (rule.theme.default, rule.theme.colour)', () => {
  expect(themeOf(null)).toBe('theme-vip')
  expect(themeOf('theme-unknown')).toBe('theme-vip')
  expect(themeOf('dark')).toBe('dark')
  for (const { name } of THEMES) {
    expect(variables(name).get('--ll-primary')).toBe('#409eff')
    const steps = [...variables(name).keys()].filter((key) => /^--ll-primary-(\d+|shade)$/.test(key))
    expect(steps).toHaveLength(11)
  }
})

test('every theme sets the same variables', () => {
  const names = [...variables('theme-vip').keys()].sort()
  for (const { name } of THEMES) expect([...variables(name).keys()].sort(), name).toEqual(names)
})

for (const { name } of THEMES)
  test(`what cannot be pressed can still be read in ${name}`, () => {
    const found = variables(name)
    for (const ground of ['surface', 'surface-2', 'surface-3'])
      expect(contrast(found.get('--ll-text-off')!, found.get(`--ll-${ground}`)!), ground).toBeGreaterThan(3)
  })

for (const { name } of THEMES)
  test(`texts pass AA on their grounds in ${name}`, () => {
    const found = variables(name)
    const weak = PAIRS.map(([text, ground]) => ({
      pair: `${text} on ${ground}`,
      ratio: contrast(found.get(`--ll-${text}`)!, found.get(`--ll-${ground}`)!),
    }))
    expect(weak.filter(({ ratio }) => ratio < 4.5)).toEqual([])
  })
