import { expect, test } from 'vitest'
import { readOptions } from './options.ts'
import { fileName, pagesOf } from './pages.ts'
import { contactSheet } from './sheet.ts'

test('the leaves of the menu are the pages, in menu order', () => {
  const menu = [
    { name: 'Home', path: '/wel' },
    {
      name: 'City',
      path: '/city',
      children: [
        { name: 'Map', path: '/city/map/index' },
        { name: 'Lamps', path: '/city/lamp' },
      ],
    },
    { name: 'Handbook', path: 'https://example.org/', children: [] },
  ]
  expect(pagesOf(menu).map(({ path }) => path)).toEqual(['/wel/index', '/city/map/index', '/city/lamp'])
})

test('a file is named after page, language, theme and width', () => {
  expect(fileName('/city/map/index?a=1', 'zh', 'theme-dark', 360)).toBe('city-map-index-a-1.zh.theme-dark.360.png')
  expect(fileName('/', 'en')).toBe('root.en.png')
})

test('the command line selects pages; an unknown value is refused with the choices', () => {
  expect(readOptions(['http://127.0.0.1:1/', '--account', 'guest', '--width', '360'])).toMatchObject({
    url: 'http://127.0.0.1:1',
    password: 'guest',
    sizes: [{ width: 360, height: 780 }],
    langs: ['zh', 'en'],
  })
  expect(() => readOptions(['--theme', 'pink'])).toThrow('--theme pink: one of theme-vip, theme-dark')
})

test('the sheet shows every picture with its errors', () => {
  const sheet = contactSheet(
    [
      {
        page: 'Lamps <all>',
        path: '/city/lamp',
        file: 'a.png',
        lang: 'zh',
        theme: 'theme-dark',
        width: 360,
        wrong: ['12 px wider than the window'],
      },
    ],
    'today',
  )
  expect(sheet).toContain('src="a.png"')
  expect(sheet).toContain('12 px wider than the window')
  expect(sheet).not.toContain('<all>')
})
