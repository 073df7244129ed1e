import type { Field } from '@lamplight/kit'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
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
  Themed: ({ children }) => children,
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
