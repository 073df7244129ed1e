import { expect, test } from 'vitest'
import { createOwnServer } from './virtual.port.ts'

const demo = { tenantId: '000000', url: 'mqtt://127.0.0.1:40001', apiUrl: 'http://127.0.0.1:40002' }

test('only the exact tenant and addresses of the demo may be on this machine', () => {
  const { isOwn, own } = createOwnServer()
  expect(isOwn(demo)).toBe(false)
  own(demo)
  expect(isOwn(demo)).toBe(true)
  for (const other of [
    { tenantId: '100001' },
    { url: 'mqtt://127.0.0.1:40003' },
    { url: `${demo.url}/` },
    { apiUrl: 'http://127.0.0.1:9200' },
    { apiUrl: 'http://inside.example.com' },
    { apiUrl: null },
  ])
    expect(isOwn({ ...demo, ...other })).toBe(false)
  own({ ...demo, url: 'mqtt://127.0.0.1:40005' })
  expect(isOwn(demo)).toBe(false)
})
