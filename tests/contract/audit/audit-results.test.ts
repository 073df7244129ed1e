import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { signInTexts } from '@lamplight/identity/model'
import { expect, test } from 'vitest'
import { resultOf } from '../../../domains/system/console/audit/audit-results.ts'

test('every result that the server logs has a text in both languages, without values of a single case', () => {
  const root = resolve(import.meta.dirname, '..', '..', '..')
  const files = globSync('domains/*/server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const codes = files.flatMap((file) =>
    [...readFileSync(resolve(root, file), 'utf8').matchAll(/\.audit\(.{0,600}?result: ([^\n]*)/gs)].flatMap(([, options = '']) =>
      [...options.matchAll(/'([A-Za-z]*)'/g)].map(([, code = '']) => code),
    ),
  )
  expect(codes).toEqual(expect.arrayContaining(['', 'ok', 'queued', 'failed', 'used', 'aged']))
  const all = [...new Set([...codes.filter((code) => code !== 'refused'), ...Object.keys(signInTexts)])]
  for (const code of all) {
    const { text } = resultOf(code, signInTexts)
    expect(text, code).not.toContain(code)
    expect(text.join(), code).not.toMatch(/[{}]/)
    expect(Math.min(...text.map((words) => words.length)), code).toBeGreaterThan(1)
  }
  expect(resultOf('accountLocked', signInTexts)).toEqual({
    tone: 'danger',
    text: ['用户登录失败次数过多，账号已锁定', 'Too many failed attempts: the account is locked'],
  })
  expect(resultOf('8/8')).toEqual({ tone: 'success', text: ['8 / 8 成功', '8 / 8 succeeded'] })
  expect(resultOf('6/8').tone).toBe('warning')
  expect(resultOf('unheardOf').text).toEqual(['unheardOf', 'unheardOf'])
})
