import { expect, test } from 'vitest'
import { loadOf } from './budget.ts'

const chunk = (name: string, size: number, imports: string[] = [], isEntry = false) => ({ name, size: size * 1000, imports, isEntry })
const built = new Map([
  ['index.js', chunk('index', 10, ['react.js'], true)],
  ['react.js', chunk('react', 60)],
  ['console.js', chunk('console', 30, ['react.js', 'overlays.js'])],
  ['overlays.js', chunk('overlays', 50)],
  ['map.js', chunk('map', 200, ['overlays.js'])],
])

test('a page loads the entry, its own chunks and everything they import, each once', () => {
  expect(loadOf(built, [])).toBe(70)
  expect(loadOf(built, ['console'])).toBe(150)
  expect(loadOf(built, ['console', 'map'])).toBe(350)
})

test('a budget for a chunk that is not built is an error', () => {
  expect(() => loadOf(built, ['list'])).toThrow('no chunk is named list')
})
