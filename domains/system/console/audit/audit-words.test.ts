import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { actionText } from './audit-words.ts'

// The consoles provide labels of resources; this test is about texts of actions.
vi.mock('@lamplight/console-kit/resource', () => ({
  consoleOf: (name: string) =>
    /^(devices|identity|lighting|places|sales|system|control|products|strategies|linkage|dashboards|alarms|reports|diagnosis)\./.test(name)
      ? { resource: { label: ['物', 'Thing'] } }
      : undefined,
}))

test('a known action is shown as text, an unknown one as its code', () => {
  expect(actionText('identity.signIn')).toEqual(['登录', 'Sign-in'])
  expect(actionText('identity.mfa.passkey.remove')).toEqual(['两步验证 · 移除通行密钥', 'Two-step verification · passkey removed'])
  expect(actionText('lighting.lamp.import.undo')).toEqual(['灯具 · 撤销导入', 'Lamp · import undone'])
  expect(actionText('identity.session.unheardOf')).toBeNull()
  expect(actionText('n')).toBeNull()
})

test('every action that the server logs has a text', () => {
  const root = resolve(import.meta.dirname, '..', '..', '..', '..')
  const files = globSync('domains/*/server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const codes = files.flatMap((file) =>
    [...readFileSync(resolve(root, file), 'utf8').matchAll(/what: '([a-z]+\.[A-Za-z]+[.A-Za-z]*)'/g)].map(([, code]) => code),
  )
  expect(codes.length).toBeGreaterThan(40)
  const commands = ['on', 'off', 'dim', 'release', 'device', 'param.get', 'param.set'].map((command) => `control.batch.${command}`)
  expect([...new Set([...codes, ...commands])].filter((code) => actionText(code ?? '') === null)).toEqual([])
})
