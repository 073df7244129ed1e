import { defineEvent } from '@lamplight/kit'

/** Users, roles or rights changed: what a process caches of them may be stale. */
export const IDENTITY_CHANGED = defineEvent<Readonly<Record<string, never>>>('identity.changed', { shared: true })

export interface SignedIn {
  readonly sessionId: string
  readonly tenantId: string
}
/** A session began, in the process where it began. */
export const SIGNED_IN = defineEvent<SignedIn>('identity.signedIn')
