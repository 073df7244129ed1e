import { expect, test } from 'vitest'
import { shapeFault } from './shapes.ts'

test.each([
  ['/system/user', true],
  ['system/user', true],
  ['https://city.example/map', true],
  ['//city.example/map', false],
  ['\\\\city.example', false],
  [' /\\city.example', false],
  ['javascript:alert(1)', false],
  [' JavaScript:alert(1)', false],
  ['data:text/html,x', false],
])('a route is a path of the console or an http(s) address: %s', (value, isRoute) => {
  expect(shapeFault('route', value) === null).toBe(isRoute)
})
