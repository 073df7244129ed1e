/** The platform's own tenant. Its administrators see the rows of all tenants (rule.perm.000000). */
export const PLATFORM_TENANT = '000000'
