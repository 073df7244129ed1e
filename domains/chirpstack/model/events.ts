import { defineEvent } from '@lamplight/kit'

/** Servers were added, changed or removed in this process. */
export const SERVERS_CHANGED = defineEvent<Record<never, never>>('chirpstack.servers')
