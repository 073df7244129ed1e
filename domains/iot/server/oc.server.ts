import { createOutboundGuard, createVault, onServer, type Query } from '@lamplight/server-kit'
import { iotErrors, oc } from '../model/index.ts'
import { secretUse } from './platform-client.ts'

/** Path of the push call. The id of the row of `iot.oc` follows. */
export const PUSH_PATH = '/api/blade-device/iot/push'

/** Throws unless the change has a new value for every stored secret. Otherwise a user who cannot read the secrets could send them to his own server. */
const refuseStoredSecrets = async (query: Query, id: string, draft: Readonly<Record<string, unknown>>): Promise<void> => {
  const [stored] = await query<{ token: boolean }>(`select coalesce(token, '') <> '' as token from iot_oc where id = $1`, [id])
  if (!draft.secret) throw iotErrors.secretAgain({}, 'secret')
  if (stored?.token && !draft.token) throw iotErrors.tokenAgain({}, 'token')
}

export const ocServer = onServer(oc, {
  joined: { sql: '', fields: { pushPath: `('${PUSH_PATH}/' || t.id)` } },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const tenantId = old?.tenantId ?? ctx.tenantId
    if (!old && !draft.secret) throw iotErrors.needSecret({}, 'secret')
    if (draft.baseUrl && draft.baseUrl !== old?.baseUrl) {
      if (old?.virtual && ctx.platform.config.demo) throw iotErrors.virtualFixed({}, 'baseUrl')
      try {
        createOutboundGuard(ctx.platform.config).check(draft.baseUrl)
      } catch {
        throw iotErrors.inside({}, 'baseUrl')
      }
      if (old) await refuseStoredSecrets(query, old.id, draft)
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
