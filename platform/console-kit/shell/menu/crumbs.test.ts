import { expect, test } from 'vitest'
import { entriesAbove } from './crumbs.tsx'

const named = (...names: readonly string[]) => names.map((name) => ({ name }))

test('breadcrumbs do not repeat the name of the page: neither its own entry nor a group of the same name is above it', () => {
  expect(entriesAbove(named('City', 'Device parameters', 'Device parameters'), 'Device parameters')).toEqual(named('City'))
  expect(entriesAbove(named('City', 'Lamps'), 'Lamps')).toEqual(named('City'))
  expect(entriesAbove(named('City', 'Lamps'), 'Lamp 7')).toEqual(named('City', 'Lamps'))
  expect(entriesAbove(named('Overview'), 'Overview')).toEqual([])
  expect(entriesAbove([], 'Overview')).toEqual([])
})
