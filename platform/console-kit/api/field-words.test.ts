import { afterEach, expect, test } from 'vitest'
import { inWords, setFieldLabels, withoutField } from './field-words.ts'

const PATH = 'blade-user/submit'
const LABELS: Readonly<Record<string, readonly [string, string]>> = { account: ['账号', 'Account'], roleId: ['角色', 'Role'] }
// Test files of a worker share the module: the next one finds its labels again.
let before: ReturnType<typeof setFieldLabels> | undefined
afterEach(() => {
  if (before) setFieldLabels(before)
  before = undefined
})

test('a refusal names its inputs by their labels; a name without a label stays as on the wire', () => {
  before ??= setFieldLabels((path, wire) => (path === PATH ? LABELS[wire] : undefined))
  expect(inWords('account:以字母开头，6至20位', PATH, 'zh')).toBe('账号：以字母开头，6至20位')
  expect(inWords('account: must begin with a letter', PATH, 'en')).toBe('Account must begin with a letter')
  expect(inWords('account: must begin with a letter; roleId: is required', PATH, 'en')).toBe(
    'Account must begin with a letter; Role is required',
  )
  expect(inWords('account: Account is required; roleId: does not exist', PATH, 'en')).toBe('Account is required; Role does not exist')
  expect(inWords('account:请输入账号', PATH, 'zh')).toBe('请输入账号')
  expect(inWords('account: letters and digits only', PATH, 'en')).toBe('Account: letters and digits only')
  expect(inWords('account:不能为空; roleId:不能为空', PATH, 'zh')).toBe('账号：不能为空; 角色：不能为空')
  expect(inWords('缺少必要的请求参数: roleId', PATH, 'zh')).toBe('缺少必要的请求参数: 角色')
  expect(inWords('The parameter roleId is missing', PATH, 'en')).toBe('The parameter Role is missing')
  expect(inWords('account:以字母开头', 'blade-city/lamp/submit', 'zh')).toBe('account:以字母开头')
  expect(inWords('数据不存在或已被删除', PATH, 'zh')).toBe('数据不存在或已被删除')
})

test('at its field a refusal stands without the name of the field', () => {
  expect(withoutField('account:以字母开头', 'account')).toBe('以字母开头')
  expect(withoutField('数据已存在', 'account')).toBe('数据已存在')
  expect(withoutField('accountNumber:过大', undefined)).toBe('accountNumber:过大')
})
