import { definePort } from '@lamplight/kit'
import type { SignIn } from './sign-in.port.ts'

/** A service that only this slice calls. */
export const signInPort = definePort<SignIn>('identity.signIn')
