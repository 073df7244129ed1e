import { contributeResults } from '@lamplight/console-kit/resource'

contributeResults('identity', async () => (await import('../model/identity.errors.ts')).signInTexts)
