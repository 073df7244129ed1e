import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from './colour.ts'
import { THEMES, themeOf } from './theme.ts'

const rules = ['theme-light', 'themes'].flatMap((file) => {
  const css = readFileSync(new URL(`./${file}.css`, import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    names: selectors.split(',').map((selector) => selector.trim()),
    values: [...body.matchAll(/(--ll-[\w-]+):\s*([^;]+);/g)].map(([, key = '', value = '']) => [key, value.trim()] as const),
  }))
})
/** Variables of an element with this class: later rules override earlier ones, as in the browser. */
const variables = (name: string): Map<string, string> =>
  new Map(rules.filter(({ names }) => names.includes(`.${name}`)).flatMap(({ values }) => values))
/** Pairs of text colour and background. */
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
  ['chrome-accent', 'chrome-3'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ...['success', 'warning', 'danger', 'info', 'neutral', 'gold'].map((tone) => [`${tone}-text`, `${tone}-tint`] as const),
  ...['success', 'warning', 'danger', 'info'].map((tone) => [`${tone}-text`, 'surface'] as const),
] as const

test('rule.theme.default rule.theme.colour: the default theme is theme-vip with colour #409EFF', () => {
  expect(themeOf(null)).toBe('theme-vip')
  expect(themeOf('theme-unknown')).toBe('theme-vip')
  expect(themeOf('dark')).toBe('theme-dark')
  for (const { name } of THEMES) {
    expect(variables(name).get('--ll-primary')).toBe('#409eff')
    const steps = [...variables(name).keys()].filter((key) => /^--ll-primary-(\d+|shade)$/.test(key))
    expect(steps).toHaveLength(11)
  }
})

test('rule.theme.count: there are eleven themes', () => {
  expect(THEMES.map(({ name }) => name).sort()).toEqual(
    ['blue', 'cool', 'd2', 'dark', 'default', 'hey', 'iview', 'lte', 'star', 'vip', 'white'].map((name) => `theme-${name}`),
  )
})

test('a theme sets only variables of the base theme, each to another value', () => {
  const [base, ...own] = rules
  const shared = new Map(base!.values)
  expect(base!.names).toEqual(['body', ...THEMES.map(({ name }) => `.${name}`)])
  expect(own).toHaveLength(THEMES.length)
  for (const { names, values } of own)
    for (const [key, value] of values) {
      expect([...shared.keys()], names.join()).toContain(key)
      expect(`${names.join()} ${key}: ${value}`).not.toBe(`${names.join()} ${key}: ${shared.get(key)}`)
    }
})

for (const { name } of THEMES)
  test(`disabled text is readable in ${name}`, () => {
    const found = variables(name)
    for (const ground of ['surface', 'surface-2', 'surface-3'])
      expect(contrast(found.get('--ll-text-off')!, found.get(`--ll-${ground}`)!), ground).toBeGreaterThan(3)
  })

for (const { name } of THEMES)
  test(`texts meet WCAG AA on their backgrounds in ${name}`, () => {
    const found = variables(name)
    const weak = PAIRS.map(([text, ground]) => ({
      pair: `${text} on ${ground}`,
      ratio: contrast(found.get(`--ll-${text}`)!, found.get(`--ll-${ground}`)!),
    }))
    expect(weak.filter(({ ratio }) => ratio < 4.5)).toEqual([])
  })
