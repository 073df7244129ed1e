import { imeiOf, permissionOf } from '@lamplight/kit'
import { A, type Ctx, dropRows, importedIds, inTransaction, route, seenRows, T } from '@lamplight/server-kit'
import { iotErrors, registration } from '../model/index.ts'
import { registrationServer } from './registration.server.ts'

const IMEIS = 10_000
const Imeis = T.Unsafe<string | readonly string[]>({
  anyOf: [
    { type: 'string', maxLength: 200_000, pattern: '^[0-9,;\\s]*$' },
    { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: IMEIS },
  ],
  description: 'IMEIs, as a list or separated by commas or blanks',
})

interface Found {
  readonly id: string
  readonly imei: string
  readonly reported: boolean
}
const meant = async (ctx: Ctx, uploadId: string | undefined, imeis: readonly string[]): Promise<readonly Found[]> => {
  const params: unknown[] = [uploadId ? await importedIds(ctx, registration.name, uploadId) : imeis]
  return ctx.query<Found>(
    `select t.id::text as id, t.imei, s.reported_at is not null as reported from iot_registration t left join devices_states s on s.device_id = t.device_id
     where ${uploadId ? 't.id = any($1::bigint[])' : 't.imei = any($1)'} and ${seenRows(registrationServer, ctx.user, params)} order by t.id`,
    params,
  )
}

/**
 * Deletes devices by import or by IMEI. It keeps a device that has ever reported (decisions.md C12). This is no action of the resource, because the answer lists
 * the devices that stay.
 */
export const deleteByImportRoute = route({
  method: 'POST',
  path: `/api/${registration.api.base}/delete-by-import`,
  summary: ['按导入删除物联网设备', 'Delete IoT devices of an import'],
  permission: permissionOf(registration, 'remove'),
  body: T.Object({ uploadId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })), imeis: T.Optional(Imeis) }),
  example: { body: { imeis: [imeiOf('86000000000001')] } },
  returns: A.of({
    count: A.int,
    stayed: A.int,
    /** `activated`: the device has reported. `missing`: no device has this IMEI. */
    kept: A.list(A.of({ imei: A.text, reason: A.text })),
  }),
  handler: async ({ ctx: caller, body: { uploadId, imeis = [] } }) => {
    const named = [...new Set((typeof imeis === 'string' ? imeis.split(/[\s,;]+/) : imeis).filter(Boolean))]
    if (!uploadId && named.length === 0) throw iotErrors.uploadOrImeis({}, 'imeis')
    if (named.length > IMEIS) throw iotErrors.uploadOrImeis({}, 'imeis')
    return inTransaction(caller, async (ctx) => {
      const found = await meant(ctx, uploadId || undefined, named)
      const fresh = found.filter(({ reported }) => !reported)
      if (fresh.length > 0)
        await dropRows(
          ctx,
          registration,
          fresh.map(({ id }) => id),
        )
      const known = new Set(found.map(({ imei }) => imei))
      const missing = uploadId ? [] : named.filter((imei) => !known.has(imei))
      const kept = [
        ...found.filter(({ reported }) => reported).map(({ imei }) => ({ imei, reason: 'activated' })),
        ...missing.map((imei) => ({ imei, reason: 'missing' })),
      ]
      return { count: fresh.length, stayed: kept.length, kept }
    })
  },
})
