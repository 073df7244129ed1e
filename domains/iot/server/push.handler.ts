import { driversPort } from '@lamplight/control/server'
import { routeOf } from '@lamplight/devices/model'
import { exampleId, imeiOf } from '@lamplight/kit'
import { A, errors, route, T } from '@lamplight/server-kit'
import { isSigned } from '@lamplight/server-kit/signed-push'
import { iotErrors, OPERATOR_DRIVER, oc } from '../model/index.ts'
import { PUSH_PATH } from './oc.server.ts'
import { openPushing } from './platform-client.ts'

const BODY_LIMIT = 256 * 1024
const ENTRIES = 1000

const Imei = T.String({ pattern: '^\\d{15}$' })
const At = T.Integer({ minimum: 0, description: 'time of the device, epoch ms' })
const Values = T.Record(T.String({ maxLength: 64 }), T.Unknown(), { description: 'values by property of the product type' })
const Body = T.Object({
  reports: T.Optional(T.Array(T.Object({ imei: Imei, at: At, p: Values }), { maxItems: ENTRIES })),
  acks: T.Optional(
    T.Array(
      T.Object({
        id: T.String({ maxLength: 64 }),
        imei: Imei,
        ok: T.Boolean(),
        code: T.String({ maxLength: 40 }),
        at: At,
        p: T.Optional(Values),
      }),
      { maxItems: ENTRIES },
    ),
  ),
  events: T.Optional(
    T.Array(T.Object({ imei: Imei, at: At, type: T.String({ maxLength: 64 }), on: T.Boolean(), p: T.Optional(Values) }), {
      maxItems: ENTRIES,
    }),
  ),
})
const entriesOf = <E extends { readonly imei: string }>(entries: readonly E[] = []) =>
  entries.map(({ imei, ...rest }) => ({ ...rest, sn: imei }))

const SEEN = "update iot_oc set pushed_at = now() where id = $1 and (pushed_at is null or pushed_at < now() - interval '1 minute')"

/**
 * Receives the signed HTTP push of a platform (`signedHeaders`): reports, answers to commands, and events of its devices. The call needs no right, because the
 * signature proves the sender. It answers 200 after the commit. The same entries a second time change nothing. No verb of a resource takes such a body.
 */
export const pushRoute = route({
  method: 'POST',
  path: `${PUSH_PATH}/{id}`,
  summary: ['运营商平台推送', 'Push of an operator platform'],
  permission: 'public',
  logs: 'refused',
  keepsText: true,
  bodyLimit: BODY_LIMIT,
  params: T.Object({ id: T.String({ pattern: '^\\d{1,19}$', description: 'id of the platform' }) }),
  body: Body,
  example: {
    path: { id: exampleId(oc.name) },
    body: { reports: [{ imei: imeiOf('86000000000001'), at: 1_800_000_000_000, p: { level: 42 } }] },
  },
  returns: A.of({ taken: A.int }),
  handler: async ({ ctx, params, headers, text, body }) => {
    const { platform } = ctx
    const known = await openPushing(platform, params.id ?? '')
    if (!isSigned(known, headers, text, platform.clock.now()) || !known) throw iotErrors.unsigned()
    const { received } = platform.port(driversPort)
    const address = routeOf({ driver: OPERATOR_DRIVER, tenantId: known.tenantId, address: known.id })
    const [acks, events, reports] = [entriesOf(body.acks), entriesOf(body.events), entriesOf(body.reports)]
    try {
      // Answers are stored before reports, because a report proves only a command that the device has answered.
      await received(address, { kind: 'ack', entries: acks as Parameters<typeof received>[1]['entries'] as never })
      await received(address, { kind: 'event', entries: events as never })
      await received(address, { kind: 'report', entries: reports })
    } catch (thrown) {
      platform.log.warn('a push was not stored', { oc: known.id, why: String(thrown) })
      throw errors.busy()
    }
    await platform.system.query(SEEN, [known.id])
    return { taken: acks.length + events.length + reports.length }
  },
})
