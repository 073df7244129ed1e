import { type Ctx, onServer, type Query } from '@lamplight/server-kit'
import { areaManage } from '../model/area-manage.resource.ts'
import { placesErrors } from '../model/places.errors.ts'

/** Throws if people belong to another tenant, which a platform administrator could see. */
export const refuseForeignUsers = async (ctx: Ctx, query: Query, ids: readonly string[], field: string): Promise<void> => {
  if (ids.length === 0) return
  const found = await query<{ n: number }>(
    'select count(*)::int as n from identity_users where id = any($1) and tenant_id = $2 and not is_deleted',
    [ids, ctx.tenantId],
  )
  if (found[0]?.n !== new Set(ids).size) throw placesErrors.notATenantsUser({}, field)
}

export const areaManageServer = onServer(areaManage, {
  place: { area: 't.area_id' },
  beforeWrite: async ({ ctx, query, draft }) => {
    await refuseForeignUsers(ctx, query, draft.managerIds ?? [], 'userIds')
    await refuseForeignUsers(ctx, query, draft.reviewerIds ?? [], 'reviewerIds')
    return draft
  },
  afterWrite: async ({ query, row }) => {
    await query(
      'update places_area_manage m set name = a.area_name from places_area a where m.id = $1 and m.name is null and a.id = m.area_id',
      [row.id],
    )
  },
})
