import type { Field } from '@lamplight/kit'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { inputOf } from './items/view.tsx'
import { f, modelOf } from './model.ts'
import { matching } from './picker-model.ts'
import { type FieldHost, FieldHostContext, viewOf } from './view.tsx'

const host: FieldHost = {
  lang: 'zh',
  number: (value, decimals) => (value === null ? '—' : value.toLocaleString('zh-CN', { minimumFractionDigits: decimals })),
  useDictionary: (code) =>
    code === 'lamp_type'
      ? [
          { key: '1', label: 'LED', sealed: false },
          { key: '2', label: '高压钠灯', sealed: true },
        ]
      : [],
  useOptions: () => ({ options: [], loading: false, whole: false }),
  useTitles: () => new Map(),
  useObstacle: () => null,
  now: () => '2026-11-30 08:15:00',
  useUpload: () => null,
  loadFiles: () => Promise.reject(new Error('no files here')),
  Link: ({ resource, id, children }) => <a href={`${resource}/${id}`}>{children}</a>,
}
const show = (field: Field, wire: Record<string, unknown>, name = 'x'): string => {
  const value =
    modelOf(field).fromWire(
      modelOf(field)
        .wireNames(name, field.options)
        .map((key) => wire[key]),
      field.options,
    ) ?? null
  const { Cell } = viewOf(field)
  return renderToStaticMarkup(
    <FieldHostContext value={host}>
      <Cell value={value} name={name} options={field.options} wire={wire} />
    </FieldHostContext>,
  )
}
const words = (markup: string): string => markup.replace(/<[^>]*>/g, '')
const label = ['名', 'Name'] as const

describe('cells', () => {
  it('show the labels of terms, and a text without label as it is', () => {
    const faults = f.terms({ wet: ['潮湿', 'Wet'] }, { label })
    expect([words(show(faults, { x: 'wet,torn' })), words(show(faults, { x: '' }))]).toEqual(['潮湿、torn', '—'])
  })
  it('show a state as a mark and a word', () => {
    const state = f.choice({ 1: ['亮灯', 'On'], 3: ['故障', 'Fault'] }, { label, tones: { 1: 'lit', 3: 'bad' } })
    expect(show(state, { x: 3 })).toContain('data-tone="bad"')
    expect(show(state, { x: 3 })).toContain('<svg')
    expect(words(show(state, { x: 3 }))).toBe('故障')
    expect(words(show(state, { x: 9 }))).toBe('9')
  })
  it('group digits and show the unit', () => {
    expect(words(show(f.number({ label, unit: 'W' }), { x: '63184.5' }))).toBe('63,184.5\u00A0W')
    expect(words(show(f.int({ label, min: 0 }), { x: -1 }))).toBe('—')
    expect(words(show(f.int({ label, quantity: false }), { x: 2023 }))).toBe('2023')
  })
  it('have room for all digits of an energy', () => {
    const width = (field: Field): number => {
      const { width: wanted } = viewOf(field)
      return typeof wanted === 'number' ? wanted : wanted(field.options, 'zh')
    }
    expect(width(f.number({ label, unit: 'kWh', decimals: 2 }))).toBeGreaterThan(110)
    expect([width(f.number({ label, unit: 'W' })), width(f.int({ label }))]).toEqual([100, 90])
  })
  it('show a reference by the title sent beside it, or by its id', () => {
    const post = f.ref('lighting.post', { label, wire: 'lampPostId' })
    expect(show(post, { lampPostId: '42', lampPostName: '杆42' }, 'postId')).toBe('<a href="lighting.post/42">杆42</a>')
    expect(words(show(post, { lampPostId: '42' }, 'postId'))).toBe('42')
  })
  it('show the text of a sealed dictionary entry in old rows', () => {
    expect(words(show(f.dict('lamp_type', { label }), { x: '2' }))).toBe('高压钠灯')
    expect(words(show(f.dict('gone', { label }), { x: '2' }))).toBe('2')
  })
  it('mark a flag that means something bad by its own tone', () => {
    const tone = (field: Field, x: number) => /data-tone="(\w+)"/.exec(show(field, { x }))?.[1]
    expect([tone(f.flag({ label }), 0), tone(f.flag({ label }), 1)]).toEqual(['neutral', 'good'])
    expect(tone(f.flag({ label, tones: ['neutral', 'bad'] }), 1)).toBe('bad')
  })
  it('exist for every field type, and accept null', () => {
    const types: Field[] = [
      f.text({ label }),
      f.secret({ label }),
      f.int({ label }),
      f.number({ label }),
      f.flag({ label }),
      f.choice({ 1: label }, { label }),
      f.dict('d', { label }),
      f.ref('a.b', { label }),
      f.refs('a.b', { label }),
      f.geo({ label }),
      f.time({ label }),
      f.file({ label, accept: ['pdf'] }),
    ]
    for (const field of types) expect(words(show(field, {})).length, field.kind).toBeGreaterThan(0)
  })
})

describe('inputs', () => {
  const input = (field: Field, value: unknown): string => {
    const { Input } = viewOf(field)
    return renderToStaticMarkup(
      <FieldHostContext value={host}>
        <Input id="i" name="x" options={field.options} value={value} onChange={() => undefined} wire={{}} invalid={true} />
      </FieldHostContext>,
    )
  }
  it('have their id, and an error state', () => {
    for (const field of [
      f.text({ label }),
      f.secret({ label }),
      f.number({ label }),
      f.int({ label }),
      f.geo({ label }),
      f.dict('lamp_type', { label }),
    ])
      expect(input(field, null), field.kind).toMatch(/id="i"[\s\S]*aria-invalid="true"|aria-invalid="true"[\s\S]*id="i"/)
  })
  it('show few choices side by side, many in a list', () => {
    const values = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [n, label]))
    expect(input(f.choice({ 1: label, 2: label }, { label }), 1)).toContain('type="radio"')
    expect(input(f.choice(values, { label }), 1)).toContain('role="combobox"')
  })
  it('of items have the note of a field once, in the head of its column, and each input of the column refers to it', () => {
    const level = f.int({ label: ['亮度', 'Level'], min: 0, max: 100, unit: '%', hint: ['0 为关灯', '0: off'] })
    const { options } = f.items({ level, remark: f.text({ label }) }, { label, max: 9 })
    const Input = inputOf(viewOf)
    const value = [{ level: 30 }, { level: 60 }]
    const shown = renderToStaticMarkup(
      <FieldHostContext value={host}>
        <Input id="i" name="x" options={options} value={value} onChange={() => undefined} wire={{}} invalid={false} />
      </FieldHostContext>,
    )
    expect(shown.match(/<th [^>]*>亮度<small id="i-level-note"[^>]*>0 为关灯 · 0 至 100 %<\/small><\/th>/g)).toHaveLength(1)
    expect(shown.match(/aria-describedby="i-level-note"/g)).toHaveLength(2)
    expect(shown).not.toContain('i-remark-note')
  })
})

describe('rules', () => {
  it('of fields without a range or form of their own are told too', () => {
    const rule = (field: Field, value: unknown = null) => viewOf(field).rule?.(field.options, value) ?? null
    expect(rule(f.geo({ label }))?.[1]).toBe('Must be within ±180 degrees east and ±90 degrees north')
    expect(rule(f.time({ label, ahead: true }))).toEqual(['应晚于当前时间', 'Must be later than now'])
    expect(rule(f.time({ label }))).toBeNull()
    expect(rule(f.secret({ label, match: { pattern: '.{8,}', text: ['至少8个字符', 'must have at least 8 characters'] } }))?.[1]).toBe(
      'Must have at least 8 characters',
    )
    const ids = Array.from({ length: 900 }, (_, at) => String(at + 1))
    expect(rule(f.refs('a.b', { label }), ids)?.[1]).toBe('900 of at most 1000 items')
    expect(rule(f.refs('a.b', { label }), ids.slice(0, 10))).toBeNull()
    expect(rule(f.items({ x: f.text({ label }) }, { label, max: 5 }), [{}, {}, {}, {}])?.[1]).toBe('4 of at most 5 items')
  })
})

describe('choosing from a list', () => {
  const tree = [
    { id: '1', label: '城东区', depth: 0 },
    { id: '2', label: '启明街道', depth: 1 },
    { id: '3', label: '钟楼街道', depth: 1 },
    { id: '4', label: '城北区', depth: 0 },
  ]
  it('finds by part of the name and keeps the parents', () => {
    expect(matching(tree, '钟楼').map((option) => option.id)).toEqual(['1', '3'])
    expect(matching(tree, ' ').length).toBe(4)
    expect(matching(tree, 'x')).toEqual([])
  })
})
