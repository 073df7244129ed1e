import { expect, test } from 'vitest'
import { contentOf, DEFAULT_CONFIG, emptyContent, filesIn, unsetItems, type VisualContent, visualFault } from './visual-content.ts'

const SIZE = { width: 1920, height: 1080 }
const figure = { id: 'w1', widget: 'figure', x: 0, y: 0, w: 360, h: 180, query: 'lamps', columns: ['lamps'] } as const
const contentWith = (item: object): VisualContent => ({ config: DEFAULT_CONFIG, items: [{ ...figure, ...item }] })

test('rule.visualcfg.defaults: a new dashboard has scale 1, a default background, and a watermark of 20 px at -20 degrees', () => {
  const { config, items } = contentOf('')
  expect(items).toEqual([])
  expect([config.scale, config.background, config.watermark.fontSize, config.watermark.degree]).toEqual([1, 'default', 20, -20])
  expect(visualFault(SIZE, emptyContent)).toBeNull()
})

test('the fault of a content names its place', () => {
  expect(visualFault(SIZE, contentWith({}))).toBeNull()
  const faults: readonly (readonly [object, string])[] = [
    [{ widget: 'script' }, 'items[0].widget script'],
    [{ sql: 'select 1' }, 'items[0].sql'],
    [{ url: 'http://x' }, 'items[0].url'],
    [{ x: 1.5 }, 'items[0].x'],
    [{ x: 1800 }, 'items[0].x, y, w, h'],
    [{ columns: ['lamps', 'on'] }, 'items[0].columns'],
    [{ days: 0 }, 'items[0].days'],
    [{ widget: 'picture', file: 'http://x/y.png' }, 'items[0].query'],
  ]
  for (const [change, fault] of faults) expect(visualFault(SIZE, contentWith(change))).toBe(fault)
  expect(visualFault(SIZE, { ...emptyContent, items: [figure, figure] })).toBe('items[1].id')
  const marked = (change: object) => ({ items: [], config: { ...DEFAULT_CONFIG, watermark: { ...DEFAULT_CONFIG.watermark, ...change } } })
  expect(visualFault(SIZE, marked({ color: 'red' }))).toBe('config.watermark.color')
  expect(visualFault(SIZE, marked({ fontSize: 12 }))).toBe('config.watermark.fontSize')
  expect(visualFault(SIZE, { items: [], config: { ...DEFAULT_CONFIG, background: 'http://x' } })).toBe('config.background')
})

test('the files of a content are those of its widgets and its background', () => {
  const picture = { id: 'p', widget: 'picture', x: 0, y: 0, w: 100, h: 100, file: '7' } as const
  expect([...filesIn({ config: { ...DEFAULT_CONFIG, background: '9' }, items: [picture] })]).toEqual(['7', '9'])
  expect(filesIn(emptyContent).size).toBe(0)
})

test('widgets without data, file or text are unset; all columns of a query need no choice', () => {
  const items = [
    { ...figure, columns: [] },
    { ...figure, id: 'w2', query: '' },
    { ...figure, id: 'w3', widget: 'picture', file: '' },
    { ...figure, id: 'w4', widget: 'text', text: '' },
    { ...figure, id: 'w5', widget: 'clock', query: '' },
  ] as const
  expect(unsetItems(items).map(({ id }) => id)).toEqual(['w2', 'w3', 'w4'])
})
