import { expect, test } from 'vitest'
import { missingFields } from './use-sign-in.ts'

test('empty fields are named in reading order; the captcha only when it is required', () => {
  const draft = { tenantId: ' ', account: '', password: 'x', code: '' }
  expect(missingFields(draft, false)).toEqual(['tenantId', 'account'])
  expect(missingFields({ ...draft, tenantId: '000000', account: 'admin' }, true)).toEqual(['code'])
  expect(missingFields({ ...draft, tenantId: '000000', account: 'admin' }, false)).toEqual([])
})
