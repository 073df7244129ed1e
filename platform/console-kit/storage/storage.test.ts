import { expect, test } from 'vitest'
import { createStorage } from './storage.ts'

const shelf = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const make = (framed = false) => {
  const local = shelf()
  const session = shelf()
  return { local, session, storage: createStorage({ local, session, framed, now: () => 1234 }) }
}

test('a record has dataType, content and datetime under the site key (rule.store.record, rule.store.prefix)', () => {
  const { local, storage } = make()
  storage.write('tenantId', '000000')
  expect(JSON.parse(local.kept.get('saber-tenantId')!)).toEqual({ dataType: 'string', content: '000000', datetime: 1234 })
  const framed = make(true)
  framed.storage.write('tenantId', '000000')
  expect([...framed.local.kept.keys()]).toEqual(['saber-iframe-tenantId'])
})

test('session storage is used when a type is given, otherwise local (rule.store.where)', () => {
  const { local, session, storage } = make()
  storage.write('isLock', true, 'session')
  storage.write('language', 'en')
  expect([...session.kept.keys()]).toEqual(['saber-isLock'])
  expect(JSON.parse(session.kept.get('saber-isLock')!).type).toBe('session')
  expect([...local.kept.keys()]).toEqual(['saber-language'])
  expect(storage.read('isLock')).toBe(true)
})

test('a value that is not JSON is returned unchanged (rule.store.raw)', () => {
  const { local, storage } = make()
  local.kept.set('saber-token', 'abc.def')
  expect(storage.read('token')).toBe('abc.def')
  storage.remove('token')
  expect(storage.read('token')).toBeNull()
})
