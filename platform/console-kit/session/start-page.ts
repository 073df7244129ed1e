/** Tenants with a rule of their own for the list of systems (rule.landing.731100), which needs that page first. */
const SYSTEMS_FIRST: readonly string[] = ['731100']

/**
 * First page of a new session: the overview, from which a user without the right for it is sent on to the list of systems (docs/adr/0028-first-page.md). Both
 * keep their addresses.
 */
export const startPage = (tenantId: string | undefined): string => (SYSTEMS_FIRST.includes(tenantId ?? '') ? '/wel/home' : '/wel/index')
