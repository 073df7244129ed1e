import { expect, test } from 'vitest'
import { deedText } from './audit-words.ts'

test('what was done reads in words where it is known, and keeps its code where not', () => {
  expect(deedText('identity.signIn')).toEqual(['登录', 'Sign-in'])
  expect(deedText('identity.mfa.passkey.remove')).toEqual(['两步验证 · 移除通行密钥', 'Second step · passkey removed'])
  expect(deedText('lighting.lamp.import.undo')).toEqual(['灯具 · 撤销导入', 'Lamp · import undone'])
  expect(deedText('identity.session.unheardOf')).toBeNull()
  expect(deedText('n')).toBeNull()
})
