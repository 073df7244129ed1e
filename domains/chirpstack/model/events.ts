import { defineEvent } from '@lamplight/kit'

/** This process has added, changed or removed servers. */
export const SERVERS_CHANGED = defineEvent<Record<never, never>>('chirpstack.servers')
