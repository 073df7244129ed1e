import { defineEvent } from '@lamplight/kit'

/** Users, roles or rights changed: processes must drop what they cached of them. */
export const IDENTITY_CHANGED = defineEvent<Readonly<Record<string, never>>>('identity.changed', { shared: true })

export interface SignedIn {
  readonly sessionId: string
  readonly tenantId: string
}
/** A session began; emitted only in the process in which it began. */
export const SIGNED_IN = defineEvent<SignedIn>('identity.signedIn')
