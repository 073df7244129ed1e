import { snake } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { checkConfig, FAULT_KINDS } from '../model/index.ts'
import { readChecks } from './checks.ts'

test('each kind can be switched off by a column of its own', async () => {
  const switches = Object.keys(checkConfig.fields).filter((name) => name.endsWith('On'))
  expect(switches.length).toBe(FAULT_KINDS.length)
  const row = Object.fromEntries(switches.map((name) => [snake(name), true]))
  const kindsOf = async (values: object) => (await readChecks((async () => [{ ...row, ...values }]) as never, '1'))['']?.kinds
  expect(await kindsOf({})).toEqual(FAULT_KINDS)
  const off = await Promise.all(switches.map((name) => kindsOf({ [snake(name)]: false })))
  expect(off.map((kinds) => kinds?.length)).toEqual(switches.map(() => FAULT_KINDS.length - 1))
})
