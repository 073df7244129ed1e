import type { Platform } from '@lamplight/server-kit'
import type { Guesses } from '../../model/ports.ts'
import { createLocks, openKey } from './locks.ts'

export const createGuesses = (platform: Platform): Guesses => {
  const { count, clear, minutes } = createLocks(platform)
  return { take: (key, limit) => count(key, limit), clear, minutes, addressKey: openKey }
}
