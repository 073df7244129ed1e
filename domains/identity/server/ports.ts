import { definePort } from '@lamplight/kit'
import type { SignIn } from './sign-in/sign-in.port.ts'

/** Key of a service that only this slice uses. */
export const signInPort = definePort<SignIn>('identity.signIn')
