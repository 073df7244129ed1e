import { expect, test } from 'vitest'
import { codeOf, dataOf, queryString, urlOf } from './envelope.ts'
import { ERROR_TEXTS, fieldOf, isApiError, noticeOf } from './error.ts'

const thrown = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return null
}

test('the code is that of the body, else the HTTP status (rule.err.code)', () => {
  expect(codeOf(200, { code: 401 })).toBe(401)
  expect(codeOf(503, null)).toBe(503)
  expect(codeOf(200, 'text')).toBe(200)
})

test('an envelope gives its data, a flat answer itself', () => {
  expect(dataOf(200, { code: 200, success: true, data: [1], msg: '' })).toEqual([1])
  expect(dataOf(200, { access_token: 'x' })).toEqual({ access_token: 'x' })
})

test('an error names code, message and field', () => {
  const error = thrown(() => dataOf(400, { code: 400, success: false, data: {}, msg: 'power:不能小于 0' }))
  expect(isApiError(error) && [error.code, error.msg, error.field]).toEqual([400, 'power:不能小于 0', 'power'])
  const flat = thrown(() => dataOf(400, { error: 'invalid_grant', error_description: '用户名或密码错误' }))
  expect(isApiError(flat) && flat.msg).toBe('用户名或密码错误')
  expect(fieldOf('网关离线：稍后补发')).toBeUndefined()
})

test('400 warns with the text of the server, or says unknown (rule.err.400, rule.err.fallback)', () => {
  expect(noticeOf({ code: 400, msg: '当前状态不允许该操作' })).toEqual({ kind: 'warning', text: '当前状态不允许该操作' })
  expect(noticeOf({ code: 400, msg: '' })).toEqual({ kind: 'warning', text: ERROR_TEXTS.unknown })
})

test('500 and other codes have the texts of the catalogue (rule.err.500, rule.err.other)', () => {
  expect(noticeOf({ code: 500, msg: 'stack' })).toEqual({ kind: 'error', text: ERROR_TEXTS.broken })
  expect(ERROR_TEXTS.broken[0]).toBe('系统异常,请您稍后再试')
  for (const code of [403, 404, 503]) expect(noticeOf({ code, msg: 'x' })).toEqual({ kind: 'error', text: ERROR_TEXTS.maintenance })
  expect(ERROR_TEXTS.maintenance[0]).toBe('系统维护中，请联系管理员！')
})

test('whitelisted codes and 401 show no message (rule.err.whitelist, rule.err.401)', () => {
  for (const code of [2000, 5001, 401]) expect(noticeOf({ code, msg: 'x' })).toBeNull()
})

test('a query omits blank values and joins lists', () => {
  expect(queryString({ current: 1, name: '', kind: ['1', '2'], at: null, on: false })).toBe('?current=1&kind=1%2C2&on=false')
  expect(urlOf('/blade-city/lamp/list', { size: 10 })).toBe('/api/blade-city/lamp/list?size=10')
  expect(urlOf('/api/health')).toBe('/api/health')
})
