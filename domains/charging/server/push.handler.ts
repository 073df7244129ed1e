import { exampleId } from '@lamplight/kit'
import { errors, route, T } from '@lamplight/server-kit'
import { chargingErrors } from '../model/charging.errors.ts'
import { operator as operatorResource } from '../model/operator.resource.ts'
import { type Operator, operatorById } from './operators.ts'
import { dataIn, hashOf } from './push-data.ts'
import { PUSHES } from './pushes.ts'
import { type Envelope, isSame, readStamp, sign, signAnswer } from './signature.ts'

/** The TimeStamp of a push may differ from the time of the server by this. */
export const WINDOW_MS = 600_000
const BODY_AT_MOST = 1024 * 1024
/** The signature of an unknown operator is checked against this secret, so that the answer takes as long as for a known one. */
const NOBODY: Pick<Operator, 'kind' | 'secret'> = { kind: 2, secret: 'no operator has this secret' }
/** The example of a signed push in the API document. */
export const PUSH_EXAMPLE: Envelope = {
  OperatorID: 'MA5PUSHED',
  Data: '{"ConnectorStatusInfo":{"ConnectorID":"CHARGINGPILE-0001","Status":1}}',
  TimeStamp: '20301231235959',
  Seq: '0001',
  Sig: '00112233445566778899AABBCCDDEEFF',
}
const text = (max: number) => T.String({ minLength: 1, maxLength: max })

/**
 * Takes the pushes of operators (slice D3, answer 5; T/CEC 102.4). Written by hand: the platform of the operator has no session, but signs its message with
 * the secret of the operator, and the answer has the form of T/CEC. The handler stores nothing before it has checked signature and time. Unknown and disabled
 * operators get the same refusal as a wrong signature.
 */
export const pushRoute = route({
  method: 'POST',
  path: '/api/blade-charging/evcs/{key}/{push}',
  summary: ['运营商推送', "Push of an operator's platform"],
  permission: 'public',
  logs: 'refused',
  bodyLimit: BODY_AT_MOST,
  params: T.Object({
    key: T.String({ pattern: '^\\d{1,19}$', description: 'id of the operator' }),
    push: T.String({ maxLength: 64, description: Object.keys(PUSHES).join(', ') }),
  }),
  body: T.Object({
    OperatorID: text(20),
    Data: T.String({ minLength: 2, maxLength: BODY_AT_MOST, description: 'JSON text' }),
    TimeStamp: T.String({ pattern: '^\\d{14}$', description: 'yyyyMMddHHmmss, China standard time' }),
    Seq: T.String({ pattern: '^\\d{4}$' }),
    Sig: T.String({ pattern: '^[0-9A-Fa-f]{32,64}$', description: 'HMAC over OperatorID, Data, TimeStamp and Seq' }),
  }),
  answers: 'raw',
  returns: { bare: T.Object({ Ret: T.Integer(), Msg: T.String(), Data: T.String(), Sig: T.String() }) },
  example: {
    path: { key: exampleId(operatorResource.name), push: 'notification_stationStatus' },
    body: { ...PUSH_EXAMPLE },
  },
  handler: async ({ ctx, params, body }) => {
    const { platform } = ctx
    const message: Envelope = body
    const found = await operatorById(platform, params.key ?? '')
    const operator = found?.operatorId === message.OperatorID ? found : undefined
    const { kind, secret } = operator ?? NOBODY
    if (!isSame(sign(kind, secret, message), message.Sig) || !operator) throw chargingErrors.badSignature()
    const at = readStamp(message.TimeStamp)
    if (at === undefined) throw errors.badParameter({ field: 'TimeStamp' }, 'TimeStamp')
    if (Math.abs(platform.clock.now() - at) > WINDOW_MS) throw chargingErrors.lateStamp({}, 'TimeStamp')
    const push = Object.hasOwn(PUSHES, params.push ?? '') ? PUSHES[params.push ?? ''] : undefined
    if (!push) throw errors.noRoute()
    const data = await push({ platform, operator, data: dataIn(message.Data), at, hash: hashOf(message.Data) })
    const answer = { Ret: 0, Msg: '', Data: JSON.stringify(data) }
    return { ...answer, Sig: signAnswer(kind, secret, answer) }
  },
})
