import { defineEvent } from '@lamplight/kit'

/** Alarms of a tenant were opened, ended or changed. */
export const ALARMS_CHANGED = defineEvent<{ readonly tenantId: string }>('alarms.changed', { shared: true })
