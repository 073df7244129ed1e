import { configFrom, type Running } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { isLoopback, refuseDemoPassword } from './safety.ts'

const running = (accounts: readonly string[]): Running =>
  ({ platform: { port: () => ({ demoPasswords: async () => accounts }) } }) as unknown as Running

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['192.168.1.4', false],
  ['::', false],
  ['127.0.0.1.example.com', false],
])('isLoopback(%s) is %s', (host, own) => {
  expect(isLoopback(host)).toBe(own)
})

test('the server refuses to listen on a public host while an account has the demo password, and the message says what to do', async () => {
  const config = configFrom({ HOST: '0.0.0.0' })
  await expect(refuseDemoPassword(running(['000000/admin']), config)).rejects.toThrow(/HOST=0\.0\.0\.0 .*000000\/admin[\s\S]*DEMO=0/)
  await expect(refuseDemoPassword(running([]), config)).resolves.toBeUndefined()
})
