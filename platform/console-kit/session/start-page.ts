/** Tenants whose session begins with the list of systems, because a rule of that page redirects them (rule.landing.731100). */
const SYSTEMS_FIRST: readonly string[] = ['731100']

/**
 * Returns the first page of a new session: the overview, which redirects users without the right to see it to the list of systems
 * (docs/adr/0028-first-page.md).
 */
export const startPage = (tenantId: string | undefined): string => (SYSTEMS_FIRST.includes(tenantId ?? '') ? '/wel/home' : '/wel/index')
