import { expect, test } from 'vitest'
import type { Platform } from '../platform-types.ts'
import { createVault } from './vault.ts'

const installation = (value: string, secretsKey = '') =>
  createVault({
    system: { query: async () => [{ value }] },
    config: { secretsKey },
  } as unknown as Pick<Platform, 'system' | 'config'>)

test('a sealed text opens in the same installation for the same use, and sealing it twice gives different texts', async () => {
  const vault = installation('a')
  const sealed = await vault.seal('钥匙', 'social:1')
  expect(sealed).not.toContain('钥匙')
  expect(await vault.open(sealed, 'social:1')).toBe('钥匙')
  expect(await vault.seal('钥匙', 'social:1')).not.toBe(sealed)
})

test('it does not open for another use, in another installation, or after a change', async () => {
  const vault = installation('a')
  const sealed = await vault.seal('secret', 'social:1')
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  for (const opened of [
    vault.open(sealed, 'social:2'),
    installation('b').open(sealed, 'social:1'),
    installation('a', 'outside').open(sealed, 'social:1'),
    vault.open(changed, 'social:1'),
    vault.open('secret', 'social:1'),
  ])
    await expect(opened).rejects.toThrow()
})

test('a digest is the same for one text and use, differs for others, and names its key', async () => {
  const vault = installation('a')
  const made = await vault.digest('secret', 'one')
  expect(await vault.digest('secret', 'one')).toBe(made)
  const others = await Promise.all([vault.digest('secret', 'two'), vault.digest('other', 'one'), vault.digest('onesecret', '')])
  for (const other of others) {
    expect(other).not.toBe(made)
    expect(other.split(':')[0]).toBe(made.split(':')[0])
  }
  expect((await installation('b').digest('secret', 'one')).split(':')[0]).not.toBe(made.split(':')[0])
})
