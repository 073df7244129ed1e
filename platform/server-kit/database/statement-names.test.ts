import { expect, test } from 'vitest'
import { createNames } from './statement-names.ts'

test('a text has a name from its second run on, and the same one each time', () => {
  const nameOf = createNames()
  expect(nameOf('select 1')).toBeUndefined()
  const name = nameOf('select 1')
  expect(name).toMatch(/^[\w-]{27}$/)
  expect(nameOf('select 1')).toBe(name)
  expect(nameOf('select 2')).toBeUndefined()
})

test('texts that run once do not use up the names of those that return', () => {
  const nameOf = createNames({ named: 2, once: 3 })
  for (let n = 0; n < 100; n++) expect(nameOf(`select ${n}`)).toBeUndefined()
  for (const text of ['a', 'b', 'c']) {
    nameOf(text)
    expect(nameOf(text), text).toBeDefined()
  }
  // The oldest of three made room; it gets its name again when it returns twice.
  expect(nameOf('a')).toBeUndefined()
  expect(nameOf('c')).toBeDefined()
  expect(nameOf('a')).toBeDefined()
})
