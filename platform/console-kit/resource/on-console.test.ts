import { f } from '@lamplight/fields/model'
import { defineResource, type ResourceDefinition } from '@lamplight/kit'
import { expect, expectTypeOf, test } from 'vitest'
import { inWords } from '../api/field-words.ts'
import { type ColumnProps, type ConsoleUi, consoleOf } from './console-resource.ts'
import { detailHref, listHref } from './known.ts'
import { onConsole } from './on-console.ts'

const post = defineResource({
  name: 'lighting.post',
  label: ['灯杆', 'Lamp post'],
  code: 'post',
  scope: 'project',
  roles: 'write',
  api: { base: 'blade-city/post', verbs: ['page', 'detail'] },
  fields: { name: f.text({ label: ['名称', 'Name'], required: true }), height: f.number({ label: ['高度', 'Height'], unit: 'm' }) },
  actions: { paint: { label: ['刷漆', 'Paint'], on: 'rows', input: { colour: f.text({ label: ['颜色', 'Colour'], required: true }) } } },
})

test('a resource with a link gets its list and its detail page, each for users with the right', () => {
  const made = onConsole(post, { link: '/city/post' })
  expect(made.pages.map(({ path, permission, tabBy }) => ({ path, permission, tabBy }))).toEqual([
    { path: '/city/post', permission: 'post_view', tabBy: undefined },
    { path: '/city/post/details', permission: 'post_view', tabBy: ['id'] },
  ])
  expect(consoleOf('lighting.post')).toBe(made)
  expect([listHref(made), detailHref(made, '7')]).toEqual(['/city/post', '/city/post/details?id=7'])
})

test('the list page is called as in the menu; without a name there, by the plural of the label', () => {
  const page = { path: '/city/post', icon: 'bulb', sort: 1 } as const
  const labels = (resource: ResourceDefinition, link?: string) =>
    onConsole<ResourceDefinition>(resource, link ? { link } : {}).pages.map(({ label }) => label)
  const details = ['灯杆详情', 'Lamp post'] as const
  expect(labels({ ...post, page })).toEqual([['灯杆', 'Lamp posts'], details])
  const named = { ...post, page: { ...page, label: ['灯杆管理', 'Posts and poles'] } } as const
  expect(labels(named)).toEqual([['灯杆管理', 'Posts and poles'], details])
  expect(labels(named, '/elsewhere')).toEqual([['灯杆', 'Lamp posts'], details])
})

test('a detail page at an address of its own; former addresses of the list and of its details redirect', () => {
  const made = onConsole(post, { link: '/city/post/index', details: '/city/post/details', was: ['/city/post'] })
  expect(made.pages.map(({ path, was }) => [path, was])).toEqual([
    ['/city/post/index', ['/city/post']],
    ['/city/post/details', ['/city/post/index/details', '/city/post/details']],
  ])
  expect(detailHref(made, '7')).toBe('/city/post/details?id=7')
})

test('without a link or a detail call, titles are not links', () => {
  expect(onConsole(post).pages).toEqual([])
  const ledger = onConsole({ ...post, name: 'lighting.ledger', api: { base: 'x/y', verbs: ['page'] } }, { link: '/y' })
  expect(ledger.pages.map((page) => page.path)).toEqual(['/y'])
  expect([detailHref(ledger, '7'), detailHref(undefined, '7'), listHref(undefined)]).toEqual([null, null, null])
})

test('values and inputs have the types of the definition; unknown fields do not compile', () => {
  const made = onConsole(post, {
    columns: { height: ({ value, row }) => (value === null ? row.name : value.toFixed(1)) },
    actions: {
      paint: ({ rows, submit }) => {
        void submit({ colour: rows.map((row) => row.name).join() })
        return null
      },
    },
  })
  type Ui = ConsoleUi<typeof post>
  expectTypeOf<keyof NonNullable<Ui['columns']>>().toEqualTypeOf<'name' | 'height'>()
  expectTypeOf<keyof NonNullable<Ui['actions']>>().toEqualTypeOf<'paint'>()
  expectTypeOf<ColumnProps<typeof post, 'height'>['value']>().toEqualTypeOf<number | null>()
  expect(Object.keys(made.ui.columns ?? {})).toEqual(['height'])
})

test('a refusal of a call of a resource names its fields and the inputs of its actions by their labels', () => {
  onConsole(post, { link: '/city/post' })
  expect(inWords('height:不能小于 0', 'blade-city/post/submit', 'zh')).toBe('高度：不能小于 0')
  expect(inWords('colour: is required', '/api/blade-city/post/paint', 'en')).toBe('Colour is required')
  expect(inWords('colour: is required', 'blade-city/post/submit', 'en')).toBe('colour: is required')
  expect(inWords('height:不能小于 0', 'blade-city/poster/submit', 'zh')).toBe('height:不能小于 0')
})
