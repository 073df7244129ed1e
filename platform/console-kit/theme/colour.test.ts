import { expect, test } from 'vitest'
import { contrast, mix, primaryTokens } from './colour.ts'

test('rule.theme.colour: the default colour has the ten tints and the shade of the themes', () => {
  const tokens = primaryTokens('#409eff', 'light')
  expect(Array.from({ length: 10 }, (_, at) => tokens[`--ll-primary-${at + 1}`])).toEqual([
    '#ecf5ff',
    '#d9ecff',
    '#c6e2ff',
    '#b3d8ff',
    '#a0cfff',
    '#8cc5ff',
    '#79bbff',
    '#66b1ff',
    '#53a8ff',
    '#409eff',
  ])
  expect(tokens['--ll-primary-shade']).toBe('#3a8ee6')
})

test('buttons and links are readable with any chosen colour', () => {
  for (const colour of ['#409eff', '#ffe600', '#ffffff', '#000000', '#00c8a0', '#d64545'])
    for (const scheme of ['light', 'dark'] as const) {
      const tokens = primaryTokens(colour, scheme)
      expect(contrast(tokens['--ll-action'] as string, '#f2f6fb'), colour).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tokens['--ll-link'] as string, scheme === 'light' ? '#ffffff' : '#0e131b'), colour).toBeGreaterThanOrEqual(4.5)
    }
})

test('mixing two colours by half gives their mean', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})
