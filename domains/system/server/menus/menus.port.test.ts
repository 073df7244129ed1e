import type { ServerSlice } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { system } from '../../domain.ts'
import { dict } from '../../model/dict.resource.ts'
import { dictServer } from '../dict.server.ts'
import { pagesOf } from './menus.port.ts'

const slice = (menu: ServerSlice['menu']): ServerSlice => ({ domain: system, menu })
const resources = new Map([[dict.name as string, dictServer]])
const listings = new Map()

test('a page has the permissions of its resource and its own', () => {
  const [page] = pagesOf({
    slices: [
      slice([
        {
          code: 'dict',
          label: ['字典', 'Dictionary'],
          path: '/system/dict',
          icon: 'book',
          sort: 1,
          resource: 'system.dict',
          permissions: [{ code: 'dict_sort', label: ['排序', 'Sort'], action: 1, roles: 'platform' }],
        },
      ]),
    ],
    resources,
    listings,
  })
  expect(page?.permissions.map(({ code }) => code)).toEqual([
    'dict_view',
    'dict_add',
    'dict_edit',
    'dict_delete',
    'dict_export',
    'dict_sort',
  ])
})

test('a page declared by two slices counts once', () => {
  const city = { code: 'city', label: ['城市', 'City'], path: '/city', icon: 'bulb', sort: 1, roles: 'read' } as const
  expect(pagesOf({ slices: [slice([city]), slice([city])], resources, listings })).toHaveLength(1)
})

test('an unknown resource or parent stops the start', () => {
  const page = { code: 'x', label: ['页', 'Page'], path: '/x', icon: 'x', sort: 1 } as const
  expect(() => pagesOf({ slices: [slice([{ ...page, resource: 'no.where' }])], resources, listings })).toThrow('no resource no.where')
  expect(() => pagesOf({ slices: [slice([{ ...page, parent: 'nobody' }])], resources, listings })).toThrow('no menu nobody')
})

test('a group is in the menu if a page below it is', () => {
  const group = { label: ['组', 'Group'], path: '/x', icon: 'x', sort: 1 } as const
  const menu = [
    { ...group, code: 'city' },
    { ...group, code: 'lamps', parent: 'city' },
    { ...group, code: 'repair', parent: 'city' },
    { ...group, code: 'list', parent: 'lamps', roles: 'read' },
  ] as const
  expect(pagesOf({ slices: [slice(menu)], resources, listings }).map(({ item }) => item.code)).toEqual(['city', 'lamps', 'list'])
})
