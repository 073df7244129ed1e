import { passwordFault } from '@lamplight/kit'
import { storage } from '../storage/storage.ts'

/** Initial passwords of installations (decisions.md A30). */
const INITIAL = ['123456']

/** True if a password is too simple (decisions.md A29): it breaks the password rule, or it is an initial password. */
export const isSimple = (password: string, account: string): boolean =>
  passwordFault(password, account) !== null || INITIAL.includes(password)

const FLAG = 'simplePassword'
const promptedKey = (userId: string): string => `simplePasswordAsked-${userId}`

/** Stores whether the password just typed is too simple. Only the console can judge this: the server gets only the hash. */
export const noteSimple = (simple: boolean): void => {
  if (simple) storage.write(FLAG, true, 'session')
  else storage.remove(FLAG)
}

/** True if this user must be asked to change a simple password. Returns true at most once for each user. */
export const takeSimple = (userId: string): boolean => {
  if (storage.read(FLAG) !== true) return false
  storage.remove(FLAG)
  if (storage.read(promptedKey(userId)) === true) return false
  storage.write(promptedKey(userId), true)
  return true
}
