import type { Platform } from '@lamplight/server-kit'

export const seedLinkages = async (_platform: Platform): Promise<void> => undefined
