import { pick, type Text } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { tariffWords } from './tariff.ts'

const inLang =
  (lang: 'zh' | 'en') =>
  (text: Text, values: Readonly<Record<string, string>>): string =>
    Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), pick(text, lang))

test('the tariff of a monthly report reads as words', () => {
  expect(tariffWords('08:00=0.85;22:00=0.42', inLang('zh'))).toBe('08:00 起 0.85 元/kWh，22:00 起 0.42 元/kWh')
  expect(tariffWords('08:00=0.85;22:00=0.42', inLang('en'))).toBe('0.85 CNY/kWh from 08:00, 0.42 CNY/kWh from 22:00')
  expect(tariffWords('', inLang('zh'))).toBe('')
  expect(tariffWords('negotiated', inLang('en'))).toBe('negotiated')
})
