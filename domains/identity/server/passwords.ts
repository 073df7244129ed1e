import { createHash, randomInt } from 'node:crypto'
import type { Platform } from '@lamplight/server-kit'

const MD5 = /^[0-9a-f]{32}$/i
/** A text of 32 hex digits is taken as an md5 already. */
export const isMd5 = (password: string): boolean => MD5.test(password)
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** What consoles send (decisions.md A30): lower-case md5 hex. A text of 32 hex digits is one already. */
export const asMd5 = (password: string): string =>
  isMd5(password) ? password.toLowerCase() : createHash('md5').update(password).digest('hex')

/** The verifier that is stored: argon2id of the md5 hex. */
export const verifierOf = (platform: Pick<Platform, 'hash'>, password: string): Promise<string> => platform.hash.make(asMd5(password))

/** A password nobody chose, of letters and digits that cannot be mistaken for each other. */
export const randomPassword = (length = 16): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
