import { createOutboundGuard, createVault, onServer } from '@lamplight/server-kit'
import { iotErrors, oc } from '../model/index.ts'
import { secretUse } from './platform-client.ts'

/** Address to which a platform pushes, by the id of its row. */
export const PUSH_PATH = '/api/blade-device/iot/push'

export const ocServer = onServer(oc, {
  joined: { sql: '', fields: { pushPath: `('${PUSH_PATH}/' || t.id)` } },
  beforeWrite: async ({ ctx, draft, old }) => {
    const tenantId = old?.tenantId ?? ctx.tenantId
    if (!old && !draft.secret) throw iotErrors.needSecret({}, 'secret')
    if (draft.baseUrl && draft.baseUrl !== old?.baseUrl) {
      if (old?.virtual) throw iotErrors.virtualFixed({}, 'baseUrl')
      try {
        createOutboundGuard(ctx.platform.config).check(draft.baseUrl)
      } catch {
        throw iotErrors.inside({}, 'baseUrl')
      }
    }
    const { seal } = createVault(ctx.platform)
    const sealed = async (field: 'secret' | 'token') =>
      draft[field] ? { [field]: await seal(String(draft[field]), secretUse(tenantId, field)) } : {}
    return { ...draft, ...(await sealed('secret')), ...(await sealed('token')) }
  },
  beforeRemove: async ({ query, rows }) => {
    for (const { id, name } of rows) {
      const [found] = await query<{ n: number }>('select count(*)::int as n from iot_registration where oc_id = $1 and not is_deleted', [
        id,
      ])
      if (found && found.n > 0) throw iotErrors.hasDevices({ name, n: found.n }, 'ids')
    }
  },
})
