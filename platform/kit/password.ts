import type { Text } from './text.ts'

const LEAST = 8
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/] as const

/** The password rule as text, for hints at password fields. */
export const PASSWORD_RULE: Text = [
  '至少 8 位，包含小写字母、大写字母、数字、符号中的两类，且不能与账号相同',
  'At least 8 characters of two kinds (lower case, upper case, digits, symbols), and not the account name',
]

/**
 * The password rule for users (decisions.md A29), checked in forms and where passwords arrive in plain text. @returns the text
 * of the rule if `password` breaks it, else null.
 */
export const passwordFault = (password: string, account: string): Text | null => {
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  const fits = password.length >= LEAST && kinds >= 2 && password.toLowerCase() !== account.toLowerCase()
  return fits ? null : PASSWORD_RULE
}
