import type { Text } from './text.ts'

const LEAST = 8
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/] as const

/** The rule for passwords in words, for hints beside their fields. */
export const PASSWORD_RULE: Text = [
  '至少 8 位，包含小写字母、大写字母、数字、符号中的两类，且不能与账号相同',
  'At least 8 characters of two kinds (lower case, upper case, digits, symbols), and not the account name',
]

/**
 * The one rule for passwords that people choose (decisions.md A29): where they are typed, and where they arrive plain.
 * @returns the rule in words where `password` breaks it, else null.
 */
export const passwordFault = (password: string, account: string): Text | null => {
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  const fits = password.length >= LEAST && kinds >= 2 && password.toLowerCase() !== account.toLowerCase()
  return fits ? null : PASSWORD_RULE
}
