import { passwordFault } from '@lamplight/kit'
import { storage } from '../storage/storage.ts'

/** Passwords that installations begin with (decisions.md A30). */
const INITIAL = ['123456']

/** Is a password too simple (decisions.md A29)? It breaks the rule for passwords, or accounts begin with it. */
export const isSimple = (password: string, account: string): boolean =>
  passwordFault(password, account) !== null || INITIAL.includes(password)

const FLAG = 'simplePassword'
const askedKey = (userId: string): string => `simplePasswordAsked-${userId}`

/** Judged while it was typed: the server sees only the hash. */
export const noteSimple = (simple: boolean): void => {
  if (simple) storage.write(FLAG, true, 'session')
  else storage.remove(FLAG)
}

/** Must this person be asked to change a simple password? True once for each person. */
export const takeSimple = (userId: string): boolean => {
  if (storage.read(FLAG) !== true) return false
  storage.remove(FLAG)
  if (storage.read(askedKey(userId)) === true) return false
  storage.write(askedKey(userId), true)
  return true
}
