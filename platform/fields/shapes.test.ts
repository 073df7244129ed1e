import { shapeFault, type TextShape } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { f, modelOf } from './model.ts'

const cases: Readonly<Record<TextShape, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  mobile: { good: ['13800138000', '19912345678'], bad: ['12800138000', '1380013800', '138001380001', '+8613800138000', '1380013800a'] },
  landline: {
    good: ['0731-88888888', '010-8888888', '021-88888888-123456'],
    bad: ['88888888', '731-88888888', '0731-888888', '0731-88888888-1234567'],
  },
  telephone: { good: ['13800138000', '0731-88888888'], bad: ['110', '138 0013 8000'] },
  url: { good: ['http://a.cn', 'https://a.cn/b?c=d'], bad: ['ftp://a.cn', 'a.cn', 'http://', 'https://a b', 'javascript:alert(1)'] },
  alnum: { good: ['a1', 'Z'.repeat(40)], bad: ['', 'a-1', '灯', 'a'.repeat(41)] },
  digits: { good: ['0', '007'], bad: ['', '1.5', '-1', '１', 'a'] },
  account: { good: ['wangfang', 'a_-123', 'a'.repeat(20)], bad: ['admin', '1wangfang', 'wang fang', '王芳王芳王芳', 'a'.repeat(21)] },
  route: {
    good: ['/wel', '/api/blade-system/user/submit', 'add', 'https://a.cn/x?token={token}', '/a?b=c:d', 'notice_add'],
    bad: [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'ftp://a.cn',
      '/a\u0000b',
    ],
  },
  picture: {
    good: ['https://a.cn/logo.png', '/api/blade-resource/oss/file/1?sign=x'],
    bad: ['javascript:alert(1)', 'data:image/png;base64,x', '//a.cn/logo.png', '/\\a.cn/logo.png', 'logo.png', 'https://a b'],
  },
  imei: { good: ['490154203237518', '860000000000009'], bad: ['490154203237519', '49015420323751', '4901542032375180', '49015420323751a'] },
  day: {
    good: ['2026-02-28', '2028-02-29', '1990-12-31'],
    bad: ['2026-02-29', '2026-02-31', '2026-13-01', '2026-06', '2026-6-1', 'nope', '2026-06-01 00:00:00'],
  },
  dayOrTime: {
    good: ['1990-01-02', '1990-01-02 23:59:59'],
    bad: ['1990-02-30 00:00:00', '1990-01-02 24:00:00', '1990-01-02 10:00', '1990-01'],
  },
  words: { good: ['芙蓉路A1'], bad: ['', '芙蓉 路', '芙蓉-路', '芙蓉路。'] },
}

test('rule.val.mobile rule.val.landline rule.val.url rule.val.alnum40 rule.val.digits rule.val.account rule.val.cnalnum: each pattern accepts valid values and refuses others', () => {
  for (const [shape, { good, bad }] of Object.entries(cases)) {
    const field = f.text({ label: ['栏', 'Field'], shape: shape as TextShape })
    for (const value of good) expect(modelOf(field).check(value, field.options), `${shape} ${value}`).toBe(null)
    for (const value of bad) expect(shapeFault(shape as TextShape, value), `${shape} ${value}`).not.toBe(null)
    for (const value of bad.filter(Boolean)) expect(modelOf(field).check(value, field.options), `${shape} ${value}`).not.toBe(null)
  }
})

test('rule.val.phone.empty rule.val.phone.length rule.val.phone.format: a mobile number is checked for empty, length and format, in this order', () => {
  expect(shapeFault('mobile', '')?.[0]).toBe('手机号码不能为空')
  expect(shapeFault('mobile', '1380013800')?.[0]).toBe('手机号码长度不为11位')
  expect(shapeFault('mobile', '12345678901')?.[0]).toBe('手机号码格式不正确')
  expect(shapeFault('mobile', '13800138000')).toBe(null)
})

const verdict = (field: ReturnType<typeof f.int | typeof f.number>, wire: unknown): boolean => {
  const model = modelOf(field)
  const value = model.fromWire([wire], field.options)
  return value !== undefined && value !== null && model.check(value, field.options) === null
}

test('rule.val.posint rule.val.nonnegint rule.val.dec1: positive integers, non-negative integers, and numbers with one decimal', () => {
  const positive = f.int({ label: ['数', 'Number'], min: 1 })
  for (const [wire, good] of [
    ['1', true],
    [7, true],
    ['0', false],
    ['-1', false],
    ['1.5', false],
    ['x', false],
  ] as const)
    expect(verdict(positive, wire), `positive ${wire}`).toBe(good)
  const fromNothing = f.int({ label: ['数', 'Number'], min: 0 })
  for (const [wire, good] of [
    ['0', true],
    [12, true],
    ['-2', false],
    ['0.5', false],
  ] as const)
    expect(verdict(fromNothing, wire), `from nothing ${wire}`).toBe(good)
  const tenths = f.number({ label: ['数', 'Number'], min: 0, decimals: 1 })
  for (const [wire, good] of [
    ['35', true],
    ['35.2', true],
    [0.3, true],
    ['35.25', false],
    ['-1', false],
    ['1.2.3', false],
  ] as const)
    expect(verdict(tenths, wire), `tenths ${wire}`).toBe(good)
  expect(modelOf(tenths).check(35.25, tenths.options)?.[0]).toBe('最多1位小数')
})
