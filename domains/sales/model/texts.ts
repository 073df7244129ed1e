import type { Text } from '@lamplight/kit'

/** The server refuses calls without a tenant, and pages ask for one before. */
export const CHOOSE_TENANT: Text = ['请选择租户', 'Choose a tenant']
