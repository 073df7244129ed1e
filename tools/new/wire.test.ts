import { expect, test } from 'vitest'
import { wired } from './wire.ts'

const bench = {
  slice: 'places',
  variable: 'bench',
  file: 'bench',
  wrapped: true,
  link: '/places/bench',
  menu: `{ code: 'bench', path: '/places/bench' }`,
}
const put = (path: string, text: string, more: Partial<typeof bench> = {}): string => {
  const at = Object.entries(wired({ ...bench, ...more })).find(([name]) => name.endsWith(path))
  if (!at) throw new Error(path)
  return at[1](text)
}
const flat = (text: string): string => text.replace(/\s+/g, ' ')

test('the server gets the import and the element, with or without a list, on one line or several', () => {
  const head = `import type { ServerSlice } from '@lamplight/server-kit'\nimport { area } from './area.server.ts'\n\n`
  for (const [before, after] of [
    ['{ domain: places, resources: [area] }', '{ domain: places, resources: [area, benchServer, ] }'],
    ['{\n  domain: places,\n  resources: [\n    area,\n  ],\n}', '{ domain: places, resources: [ area, benchServer, ], }'],
    ['{ domain: places, menu }', '{ domain: places, menu, resources: [benchServer], }'],
    [
      '{ live: { resources: [1] }, resources: [area, ...more.resources] }',
      '{ live: { resources: [1] }, resources: [area, ...more.resources, benchServer, ] }',
    ],
  ] as const) {
    const text = put('server/index.ts', `${head}export const placesServer: ServerSlice = ${before}\n`)
    expect(flat(text)).toContain(`from './area.server.ts' import { benchServer } from './bench.server.ts'`)
    expect(flat(text)).toContain(`ServerSlice = ${after}`)
  }
})

test('without a server file the definition itself is put on the server', () => {
  const text = put(
    'server/index.ts',
    `import type { ServerSlice } from '@lamplight/server-kit'\n\nexport const a: ServerSlice = { domain: a }\n`,
    {
      wrapped: false,
    },
  )
  expect(text).toContain(`import { onServer } from '@lamplight/server-kit'`)
  expect(text).toContain(`import { bench } from '../model/bench.resource.ts'`)
  expect(text).toContain('resources: [onServer(bench, {})]')
})

test('brackets in texts and comments count for nothing', () => {
  const text = `export const placesMenu = defineMenu([\n  // ]) ends here\n  { code: 'x', label: ['[', '])'] },\n])\n`
  expect(flat(put('model/menu.ts', text))).toBe(
    `export const placesMenu = defineMenu([ // ]) ends here { code: 'x', label: ['[', '])'] }, { code: 'bench', path: '/places/bench' }, ]) `,
  )
})

test('what is there already is refused, and so is a slice whose resources come from a spread', () => {
  expect(() => put('model/index.ts', `export { bench } from './bench.resource.ts'\n`)).toThrow('bench is there already')
  expect(() => put('model/menu.ts', put('model/menu.ts', 'export const m = defineMenu([])\n'))).toThrow('/places/bench is there already')
  expect(() => put('server/index.ts', 'export const a: ServerSlice = { ...devicesOf([]) }\n')).toThrow('write resources: [...] out')
  expect(() => put('places.console.tsx', 'export const a = 1\n')).toThrow('not found')
})
