import type { User } from './context-types.ts'
import type { ResourceServer } from './slice-types.ts'

/**
 * User, tenant and time zone of the call; `find` returns the resources to which dimensions refer. `held`: `through` of a level → last day that
 * the level holds.
 */
export interface ReportReader {
  readonly tenantId: string
  readonly zone: string
  readonly user: Pick<User, 'id' | 'cut'>
  readonly find: (name: string) => ResourceServer | undefined
  readonly held: ReadonlyMap<string, string>
}
