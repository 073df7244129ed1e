/** Rows of users and tenants that calls of other slices change. The caller checks rights and writes the audit log. */
import type { Query } from '@lamplight/server-kit/data'

/** Grants a project to a user who is limited to projects. */
export const giveProject = async (query: Query, userId: string, projectId: string): Promise<void> => {
  await query('update identity_users set project_ids = array_append(project_ids, $2) where id = $1', [userId, projectId])
}

/** Gives tenants to a salesperson. */
export const giveTenants = async (
  query: Query,
  ids: readonly string[],
  { salesId, by }: { readonly salesId: string; readonly by: string },
): Promise<void> => {
  await query('update identity_tenants set sales_id = $2, update_user = $3, update_time = now() where id = any($1::bigint[])', [
    ids,
    salesId,
    by,
  ])
}
