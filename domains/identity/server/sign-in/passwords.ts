import { createHash, randomInt } from 'node:crypto'
import type { Platform } from '@lamplight/server-kit'

const MD5 = /^[0-9a-f]{32}$/i
/** Returns true for 32 hex digits, which are taken as an md5. */
export const isMd5 = (password: string): boolean => MD5.test(password)
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Returns the lower-case md5 hex that consoles send (decisions.md A30). A text of 32 hex digits is already one. */
export const asMd5 = (password: string): string =>
  isMd5(password) ? password.toLowerCase() : createHash('md5').update(password).digest('hex')

/** Returns the stored verifier: argon2id of the md5 hex. */
export const verifierOf = (platform: Pick<Platform, 'hash'>, password: string): Promise<string> => platform.hash.make(asMd5(password))

/** Returns a random password of letters and digits that cannot be confused with each other. */
export const randomPassword = (length = 16): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
