import { f } from '@lamplight/fields/model'
import { defineDeviceType, defineResource, pick, type Text } from '@lamplight/kit'
import { expect, it } from 'vitest'
import { mergeNews, staleAfter, withNews } from './device-values.ts'
import { valueWords } from './value-words.ts'

const type = defineDeviceType({
  name: 'bench',
  code: 40,
  label: ['长椅', 'Bench'],
  properties: {
    temperature: { slot: 1, label: ['温度', 'Temperature'], unit: 'Cel', decimals: 1 },
    lid: { slot: 2, label: ['桶盖', 'Lid'], values: { 0: ['关', 'Closed'], 1: ['开', 'Open'] } },
    occupied: { slot: 3, label: ['占用', 'Occupied'], type: 'boolean' },
    interval: { slot: 4, label: ['上报间隔', 'Report interval'], unit: 'min' },
    version: { label: ['版本', 'Version'], type: 'text' },
    since: { label: ['开始', 'Since'], type: 'time' },
    signs: { label: ['标志', 'Signs'], type: 'list', words: { wet: ['潮湿', 'Wet'] } },
  },
  commands: {},
  events: [],
})
const { temperature, lid, occupied, version, since, signs } = type.properties
const tools = (lang: 'zh' | 'en') => ({
  t: (text: Text) => pick(text, lang),
  format: {
    unit: (value: unknown, unit: string, decimals?: number) => `${Number(value).toFixed(decimals)} ${unit}`,
    number: String,
    time: (at: unknown) => `at ${String(at)}`,
  },
})

it('formats a value as text, or as a number with unit and decimals', () => {
  expect(valueWords(temperature, 20, tools('zh'))).toBe('20.0 °C')
  expect(valueWords(lid, 1, tools('en'))).toBe('Open')
  expect(valueWords(lid, 7, tools('en'))).toBe('7')
  expect([true, 1, false, 0].map((value) => valueWords(occupied, value, tools('zh')))).toEqual(['是', '是', '否', '否'])
  expect(valueWords(version, '2.1', tools('en'))).toBe('2.1')
  expect(valueWords(since, 5, tools('en'))).toBe('at 5')
  expect(valueWords(signs, ['wet', 'torn'], tools('zh'))).toBe('潮湿、torn')
  expect(valueWords(signs, [], tools('en'))).toBe('None')
  for (const nothing of [null, undefined, '']) expect(valueWords(temperature, nothing, tools('zh'))).toBeNull()
})

it('a value is old after two report intervals, or after two hours for a device without an interval', () => {
  expect(staleAfter(type, { interval: 15 })).toBe(30 * 60_000)
  expect(staleAfter(type, { interval: null })).toBe(2 * 3_600_000)
  expect(staleAfter({ ...type, properties: { temperature } }, { interval: 15 })).toBe(2 * 3_600_000)
  expect(staleAfter({ ...type, properties: { temperature }, reportsEvery: 5 }, {})).toBe(10 * 60_000)
})

it('a live message updates the row: values in the format of their fields, state, and report time', () => {
  const label: Text = ['x', 'x']
  const resource = defineResource({
    name: 'test.bench',
    label: type.label,
    code: 'bench',
    scope: 'tenant',
    roles: 'devices',
    api: { base: 'x', verbs: ['list'] },
    fields: {
      temperature: f.number({ label }),
      lid: f.choice({ 0: ['关', 'Closed'], 1: ['开', 'Open'] }, { label }),
      occupied: f.flag({ label }),
      version: f.text({ label }),
      since: f.time({ label }),
      signs: f.terms({ wet: ['潮湿', 'Wet'] }, { label }),
    },
  })
  const row = {
    id: '1',
    temperature: 1,
    lid: 0,
    occupied: false,
    version: '1',
    since: null,
    signs: null,
    deviceState: 4,
    online: false,
    reportedAt: null,
  }
  const at = Date.UTC(2026, 10, 23, 4, 0, 0)
  expect(
    withNews(resource, row, { state: 1, reportedAt: at, values: { temperature: '20.5', occupied: 1, since: at, signs: ['wet'] } }),
  ).toEqual({
    id: '1',
    temperature: 20.5,
    lid: 0,
    occupied: true,
    version: '1',
    since: '2026-11-23 12:00:00',
    signs: ['wet'],
    deviceState: 1,
    online: true,
    reportedAt: '2026-11-23 12:00:00',
  })
  expect(withNews(resource, row, { state: 4 })).toEqual(row)
  expect(withNews(resource, row, { values: { temperature: 'warm', lid: null } })).toEqual({ ...row, lid: null })
})

it('merges live messages of a device: the later state, the values of both', () => {
  const later = { state: 3, reportedAt: 2, values: { lid: 1 } }
  expect(mergeNews({ state: 1, reportedAt: 1, values: { lid: 0, temperature: 5 } }, later)).toEqual({
    ...later,
    values: { lid: 1, temperature: 5 },
  })
  expect(mergeNews({ state: 1 }, { state: 4 })).toEqual({ state: 4, values: {} })
})
