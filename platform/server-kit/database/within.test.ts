import { expect, test } from 'vitest'
import type { Ctx } from '../context-types.ts'
import { inTransaction } from './within.ts'

const ctxFor = (order: string[]): Ctx =>
  ({
    tx: async (work: (query: unknown) => Promise<unknown>) => {
      const result = await work(async () => [])
      order.push('commit')
      return result
    },
    emit: (event: { name: string }) => void order.push(event.name),
    afterCommit: (work: () => void) => work(),
    platform: { log: { error: (_: string, { why }: { why: string }) => void order.push(why) } },
  }) as unknown as Ctx

test('events and later work follow the commit in their order', async () => {
  const order: string[] = []
  const result = await inTransaction(ctxFor(order), async (inside) => {
    inside.emit({ name: 'first' } as never, {} as never)
    void inside.afterCommit(() => void order.push('second'))
    order.push('work')
    return 7
  })
  expect([result, order]).toEqual([7, ['work', 'commit', 'first', 'second']])
})

test('an error of later work is logged; the call succeeds and the rest runs', async () => {
  const order: string[] = []
  await inTransaction(ctxFor(order), async (inside) => {
    void inside.afterCommit(async () => {
      throw new Error('no broker')
    })
    void inside.afterCommit(() => void order.push('rest'))
  })
  expect(order).toEqual(['commit', 'Error: no broker', 'rest'])
})

test('later work of a transaction that fails does not run', async () => {
  const order: string[] = []
  const failing = inTransaction(ctxFor(order), async (inside) => {
    void inside.afterCommit(() => void order.push('never'))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(order).toEqual([])
})
