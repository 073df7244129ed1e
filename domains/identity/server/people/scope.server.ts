import { type Ctx, choiceWord, onServer, type Query } from '@lamplight/server-kit'
import { apiScope } from '../../model/api-scope.resource.ts'
import { dataScope, SCOPE } from '../../model/data-scope.resource.ts'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { identityErrors } from '../../model/identity.errors.ts'
import { assertManagesRoles } from './manage.ts'
import { CATEGORY, plainPath, tableCut } from './scopes.ts'

const grantedTo = (query: Query, category: number, ids: readonly string[]): Promise<{ id: string; role_name: string }[]> =>
  query(
    `select r.id, r.role_name from identity_role_scope s join identity_role r on r.id = s.role_id and not r.is_deleted
     where s.category = $1 and s.scope_id = any($2) order by r.role_name`,
    [category, ids],
  )

/** Throws if one of the caller's own roles has this scope, because nobody may widen their own limits, or if the caller does not manage every role that has it. */
const assertManagesScope = async (ctx: Ctx, query: Query, category: number, id: string | undefined): Promise<void> => {
  if (!id || ctx.user.administrator) return
  const holders = await grantedTo(query, category, [id])
  if (holders.some((role) => ctx.user.roleIds.includes(role.id))) throw identityErrors.ownScope()
  await assertManagesRoles(
    ctx,
    query,
    holders.map((role) => role.id),
  )
}
/** Throws if roles have one of these scopes: removing it would remove their limits. */
const assertUngranted = async (query: Query, category: number, rows: readonly { id: string }[]): Promise<void> => {
  const holders = await grantedTo(
    query,
    category,
    rows.map(({ id }) => id),
  )
  if (holders.length > 0) throw identityErrors.scopeInUse({ names: [...new Set(holders.map(({ role_name }) => role_name))].join(', ') })
}

/** Throws if the page shows no rows with an author: such a data scope would have no effect, unnoticed by its creator. */
const assertCuts = async (ctx: Ctx, query: Query, menuId: string): Promise<void> => {
  const [menu] = await query<{ code: string }>('select code from system_menus where id = $1 and not is_deleted', [menuId])
  if (menu && !tableCut(ctx.platform, menu.code)) throw identityErrors.cutsNothing({}, 'menuId')
}

const filters = { tenantId: { sql: 't.tenant_id = $', type: 'text' } } as const

export const dataScopeServer = onServer(dataScope, {
  joined: { sql: '', fields: { scopeTypeName: choiceWord(dataScope.fields.scopeType.options.values, 't.scope_type') } },
  filters,
  beforeWrite: async ({ ctx, query, draft, old }) => {
    await assertManagesScope(ctx, query, CATEGORY.data, old?.id)
    if (draft.menuId) await assertCuts(ctx, query, String(draft.menuId))
    const chosen = draft.scopeDepts === undefined ? old?.scopeDepts : draft.scopeDepts
    if ((draft.scopeType ?? old?.scopeType) === SCOPE.chosen && !chosen?.length) throw identityErrors.deptsMissing({}, 'scopeValue')
    return draft
  },
  afterWrite: async ({ ctx }) => ctx.emit(IDENTITY_CHANGED, {}),
  beforeRemove: ({ query, rows }) => assertUngranted(query, CATEGORY.data, rows),
})

export const apiScopeServer = onServer(apiScope, {
  joined: { sql: '', fields: { scopeTypeName: choiceWord(apiScope.fields.scopeType.options.values, 't.scope_type') } },
  filters,
  beforeWrite: async ({ ctx, query, draft, old }) => {
    await assertManagesScope(ctx, query, CATEGORY.api, old?.id)
    return draft.scopePath ? { ...draft, scopePath: plainPath(draft.scopePath) || '/' } : draft
  },
  afterWrite: async ({ ctx }) => ctx.emit(IDENTITY_CHANGED, {}),
  beforeRemove: ({ query, rows }) => assertUngranted(query, CATEGORY.api, rows),
})
