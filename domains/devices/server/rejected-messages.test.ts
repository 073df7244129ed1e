import type { Platform } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { createRejectedMessages, rejectedAct } from './rejected-messages.ts'

test('what one gateway sends does not keep the rejected messages of others from being stored: no text has what a database text cannot hold', async () => {
  const sent: unknown[] = []
  const system = {
    query: async (_sql: string, params: readonly unknown[]) => {
      sent.push(params)
      return []
    },
  }
  const rejected = createRejectedMessages({ system, log: { error: () => undefined } } as unknown as Pick<Platform, 'system' | 'log'>)
  rejected.keep(rejectedAct({ gateway: 'GW-1', what: 'topic', detail: 'a\u0000b', payload: Buffer.from('x\u0000y'), at: 1 }))
  rejected.keep({ gateway: 'GW-2', kind: 'report', reason: `[0].p.a\u0000b ${'is not known '.repeat(1000)}`, payload: '{}', at: 1 })
  await rejected.stop()
  // The latest message of each gateway, and the refused messages by reason.
  expect(sent).toHaveLength(2)
  expect(JSON.stringify(sent)).toContain('GW-2')
  expect(JSON.stringify(sent)).not.toContain('\\u0000')
  expect(JSON.stringify(sent).length).toBeLessThan(12_000)
})
