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
])('%s is this machine: %s', (host, own) => {
  expect(isLoopback(host)).toBe(own)
})

test('beyond this machine the demo password is refused, with the way out; once it is changed it is not', async () => {
  const config = configFrom({ HOST: '0.0.0.0' })
  await expect(refuseDemoPassword(running(['000000/admin']), config)).rejects.toThrow(/HOST=0\.0\.0\.0 .*000000\/admin[\s\S]*DEMO=0/)
  await expect(refuseDemoPassword(running([]), config)).resolves.toBeUndefined()
})
