import { defineEvent } from '@lamplight/kit'

/** Alarms of a tenant were opened, ended or changed. */
export const ALARMS_CHANGED = defineEvent<{ readonly tenantId: string }>('alarms.changed', { shared: true })

/** Alarm configurations changed: processes that compare reports read them again. */
export const CONFIGS_CHANGED = defineEvent<Readonly<Record<string, never>>>('alarms.configs', { shared: true })
