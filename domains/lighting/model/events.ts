import { defineEvent } from '@lamplight/kit'

/** Emitted when a tenant got a generated town. */
export const TOWN_FOUNDED = defineEvent<{ readonly tenantId: string }>('lighting.town', { shared: true })
