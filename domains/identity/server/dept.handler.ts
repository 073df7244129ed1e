import { exampleId } from '@lamplight/kit'
import { A, type Route, route, T } from '@lamplight/server-kit'

const lazyTree = route({
  method: 'GET',
  path: '/api/blade-system/dept/lazy-tree',
  summary: ['部门懒加载树', 'Departments directly below another, as tree nodes'],
  example: { query: { parentId: exampleId('identity.dept') } },
  permission: 'dept_view',
  query: T.Object({
    parentId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
    tenantId: T.Optional(T.String({ pattern: '^\\d{0,6}$' })),
  }),
  returns: A.nodes(),
  handler: async ({ ctx, query }) =>
    ctx.query(
      `select t.id, coalesce(t.parent_id, 0)::text as "parentId", t.dept_name as title, t.id as key, t.id as value,
         exists (select 1 from identity_dept c where c.parent_id = t.id and not c.is_deleted) as "hasChildren"
       from identity_dept t where t.parent_id is not distinct from $1::bigint and not t.is_deleted and ($2 = '' or t.tenant_id = $2)
       order by t.sort, t.id`,
      [Number(query.parentId || 0) === 0 ? null : query.parentId, query.tenantId ?? ''],
    ),
})

/** Calls for departments besides those of the resource, for consoles of the reference product (wire-contract.md 4.7). */
export const deptRoutes: readonly Route[] = [lazyTree]
