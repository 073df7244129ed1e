import { contributeResults } from '@lamplight/console-kit'

contributeResults('identity', async () => (await import('../model/identity.errors.ts')).signInTexts)
