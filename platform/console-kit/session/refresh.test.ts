import { expect, test } from 'vitest'
import { createRefresher, TOKEN_TIME } from './refresh.ts'
import type { Tokens } from './tokens.ts'

const make = (age: number, fails = false) => {
  let held: Tokens = { access: 'a', refresh: 'r', at: 0 }
  let calls = 0
  const refresh = createRefresher({
    tokens: () => held,
    now: () => age,
    alone: (work) => work(),
    renew: async () => {
      calls += 1
      await Promise.resolve()
      if (fails) throw new Error('refused')
      held = { access: 'b', refresh: 's', at: age }
    },
  })
  return { refresh, calls: () => calls, held: () => held }
}

test('tokens are renewed at 3000 s, not before (rule.refresh.fire, rule.const.tokentime)', async () => {
  const young = make(TOKEN_TIME - 1)
  await young.refresh()
  expect(young.calls()).toBe(0)
  const old = make(3_000_000)
  await old.refresh()
  expect(old.held().access).toBe('b')
})

test('only one refresh runs at a time (rule.refresh.lock)', async () => {
  const { refresh, calls } = make(TOKEN_TIME)
  await Promise.all([refresh(), refresh(), refresh()])
  expect(calls()).toBe(1)
})

test('a failure only releases the lock', async () => {
  const { refresh, calls } = make(TOKEN_TIME, true)
  await refresh()
  await refresh()
  expect(calls()).toBe(2)
})

test('tokens that another tab renewed meanwhile are not renewed again', async () => {
  let held: Tokens = { access: 'a', refresh: 'r', at: 0 }
  let renewed = 0
  const refresh = createRefresher({
    tokens: () => held,
    now: () => TOKEN_TIME,
    alone: (work) => {
      held = { access: 'other', refresh: 'tab', at: TOKEN_TIME }
      return work()
    },
    renew: async () => {
      renewed += 1
    },
  })
  await refresh()
  expect(renewed).toBe(0)
})
