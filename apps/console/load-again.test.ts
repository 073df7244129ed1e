import { expect, test } from 'vitest'
import { withLoadAgain } from './load-again.ts'

test('dynamic imports of chunks are loaded again; static imports and other addresses stay', () => {
  expect(withLoadAgain('import{a}from"./a.js";x(()=>import(`./b-1.js`),y("./b-1.js"))')).toBe(
    'import{a}from"./a.js";x(()=>llLoad(`./b-1.js`,q=>import(`./b-1.js`+q)),y("./b-1.js"))',
  )
  expect(withLoadAgain('import("https://example.org/a.js")')).toBe('import("https://example.org/a.js")')
})
