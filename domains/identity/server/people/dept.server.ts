import { errors, onServer, type Query, treeCte, wordOf } from '@lamplight/server-kit'
import { dept } from '../../model/dept.resource.ts'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { identityErrors } from '../../model/identity.errors.ts'

const parentOf = async (query: Query, id: string): Promise<{ tenant_id: string; ancestors: string } | undefined> =>
  (
    await query<{ tenant_id: string; ancestors: string }>(
      `select tenant_id, coalesce(ancestors, '0') as ancestors from identity_dept where id = $1 and not is_deleted`,
      [id],
    )
  )[0]

/** Ids of a department's ancestors from the root, comma-joined. */
const ANCESTORS = { ancestors: { start: '$2::text', next: "w.ancestors || ',' || w.id" } }

/** A department belongs to the tenant of its parent and stores its ancestors; moving it updates all departments below. */
export const deptServer = onServer(dept, {
  joined: { sql: '', fields: { deptCategoryName: wordOf('org_category', 't.dept_category') } },
  filters: {
    tenantId: { sql: 't.tenant_id = $', type: 'text' },
    deptId: { sql: 't.id = any($)', type: 'ids' },
    parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' },
  },
  beforeWrite: async ({ query, draft, old }) => {
    if (draft.parentId) {
      const parent = await parentOf(query, draft.parentId)
      if (!parent) throw identityErrors.deptAbove({}, 'parentId')
      if (old && parent.tenant_id !== old.tenantId) throw identityErrors.deptTenant({}, 'parentId')
    }
    return draft
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    ctx.emit(IDENTITY_CHANGED, {})
    if (old && old.parentId === row.parentId) return
    const parent = row.parentId ? await parentOf(query, row.parentId) : undefined
    const above = parent ? `${parent.ancestors},${row.parentId}` : '0'
    await query(
      `with recursive ${treeCte({ table: 'identity_dept', from: { id: '$1' }, deleted: true, carry: ANCESTORS })}
       update identity_dept d set ancestors = below.ancestors, tenant_id = $3 from below where d.id = below.id`,
      [row.id, above, parent?.tenant_id ?? row.tenantId],
    )
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const used = await query<{ account: string }>(
      'select account from identity_user where dept_id && $1::bigint[] and not is_deleted order by account limit 5',
      [rows.map(({ id }) => id)],
    )
    if (used.length > 0) throw errors.inUse({ by: used.map(({ account }) => account).join(', ') })
    // Refuses to remove a department that a data scope lists: its roles would silently see less.
    const scopes = await query<{ scope_name: string }>(
      'select scope_name from identity_data_scope where scope_depts && $1::bigint[] and not is_deleted order by scope_name limit 5',
      [rows.map(({ id }) => id)],
    )
    if (scopes.length > 0) throw errors.inUse({ by: scopes.map(({ scope_name }) => scope_name).join(', ') })
    ctx.emit(IDENTITY_CHANGED, {})
  },
})
