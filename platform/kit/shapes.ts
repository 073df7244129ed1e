import { isDay } from './report-range.ts'
import type { Text } from './text.ts'

/** Formats that a text field can require (rule.val.*, decisions.md A69). */
const SHAPES = {
  mobile: [/^1[3-9]\d{9}$/, ['手机号码格式不正确', 'is not a valid mobile number']],
  landline: [/^0\d{2,3}-\d{7,8}(-\d{1,6})?$/, ['应为固定电话，如 0731-88888888', 'must be a landline number such as 0731-88888888']],
  telephone: [/^(1[3-9]\d{9}|0\d{2,3}-\d{7,8}(-\d{1,6})?)$/, ['应为手机号码或固定电话', 'must be a mobile or landline number']],
  url: [/^https?:\/\/\S+$/, ['应为 http(s) 地址', 'must be an http(s) address']],
  // Refuses `javascript:` and every other scheme, which would run or open something in the console, and `//host`, which leads to another site.
  route: [
    /^(?:https?:\/\/|(?!\s*[a-z][a-z0-9+.-]*:)(?!\s*[/\\]{2}))\P{Cc}+$/iu,
    ['应为以 / 开头的路由或 http(s) 地址', 'must be a route that begins with /, or an http(s) address'],
  ],
  picture: [
    /^(?:https?:\/\/|\/(?![/\\]))[^\s\\]+$/i,
    ['请上传图片，或填写 http(s) 地址', 'must be an uploaded picture or an http(s) address'],
  ],
  alnum: [/^[A-Za-z0-9]{1,40}$/, ['只能含字母和数字，最多40位', 'may contain only letters and digits, at most 40']],
  digits: [/^\d+$/, ['只能含数字', 'may contain only digits']],
  account: [
    /^[A-Za-z][A-Za-z0-9_-]{5,19}$/,
    ['以字母开头，6至20位字母、数字、横线或下划线', 'must begin with a letter and have 6 to 20 letters, digits, - or _'],
  ],
  imei: [/^\d{15}$/, ['应为15位数字，末位为校验位', 'must have 15 digits; the last one is the check digit']],
  day: [/^\d{4}-\d{2}-\d{2}$/, ['应为存在的日期，格式 yyyy-MM-dd', 'must be an existing date, as yyyy-MM-dd']],
  dayOrTime: [
    /^\d{4}-\d{2}-\d{2}( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/,
    ['应为存在的日期，格式 yyyy-MM-dd', 'must be an existing date, as yyyy-MM-dd'],
  ],
  words: [/^[\u4e00-\u9fa5A-Za-z0-9]+$/, ['只能含中文、字母和数字', 'may contain only Chinese characters, letters and digits']],
} as const satisfies Readonly<Record<string, readonly [RegExp, Text]>>

export type TextShape = keyof typeof SHAPES

const MOBILE_LENGTH = 11

/** Returns the check digit by the Luhn formula (for an IMEI: 3GPP TS 23.003, annex B). */
const luhnDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}
/** Returns the IMEI that begins with these 14 digits. */
export const imeiOf = (digits: string): string => `${digits}${luhnDigit(digits)}`

/** The format in words, for a form before anything is typed. */
export const shapeWords = (shape: TextShape): Text =>
  shape === 'mobile' ? ['11位手机号码', 'a mobile number of 11 digits'] : SHAPES[shape][1]

/** Returns why a text does not have the format, or null. For a mobile number the faults are checked in the order of rule.val.phone.empty, rule.val.phone.length, rule.val.phone.format. */
export const shapeFault = (shape: TextShape, value: string): Text | null => {
  const [pattern, text] = SHAPES[shape]
  if (shape === 'imei') return pattern.test(value) && imeiOf(value.slice(0, -1)) === value ? null : text
  if (shape === 'day' || shape === 'dayOrTime') return pattern.test(value) && isDay(value.slice(0, 10)) ? null : text
  if (pattern.test(value)) return null
  if (shape !== 'mobile') return text
  if (value === '') return ['手机号码不能为空', 'Enter a mobile number']
  return [...value].length === MOBILE_LENGTH ? text : ['手机号码长度不为11位', 'A mobile number has 11 digits']
}
