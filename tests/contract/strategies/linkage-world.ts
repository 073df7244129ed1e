import { gatewaysPort } from '@lamplight/devices/model'
import type { Command } from '@lamplight/protocol'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { expect } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const DEVICE = '/api/blade-device'
export const TENANT = '100001'

/** A platform with a gateway whose devices answer: each reports the value that a command proves. */
export interface AnsweringWorld {
  readonly product: TestPlatform
  readonly operator: ApiClient
  readonly guest: ApiClient
  readonly other: ApiClient
  readonly gatewayId: string
  readonly ids: Record<string, string>
  readonly commands: Command[]
  /** Serial numbers that refuse every command. */
  readonly refusing: Set<string>
  readonly report: (sn: string, p: object, at?: number) => Promise<unknown>
  readonly event: (sn: string, type: string, on: boolean) => Promise<unknown>
  readonly add: (path: string, sn: string, more?: object) => Promise<string>
  /** Posts a body and returns the id of the row; fails if the call refuses it. */
  readonly made: (path: string, body: object) => Promise<string>
  /** Fails unless the call refuses the body with code 400 and names the field. */
  readonly refused: (path: string, body: object, field: string, by?: ApiClient) => Promise<void>
  readonly sent: (cmd: string) => Command[]
  readonly stop: () => Promise<void>
}

export const answeringWorld = async (
  gateway: string,
  valuesOf: (cmd: string, args: Readonly<Record<string, unknown>>) => object,
  options: { readonly config?: Record<string, string>; readonly clock?: { now: () => number } } = {},
): Promise<AnsweringWorld> => {
  const product = await testPlatform({
    slices,
    config: { COMMAND_VERIFY_SECONDS: '2', COMMAND_RESEND_SECONDS: '2', DEMO_LAMPS: '0', DEMO_DEVICES: '0', ...options.config },
    ...(options.clock && { clock: options.clock }),
  })
  const [operator, guest, other] = await Promise.all([
    product.signIn({ tenantId: TENANT, account: 'operator' }),
    product.signIn({ tenantId: TENANT, account: 'guest' }),
    product.signIn(),
  ])
  const now = options.clock?.now ?? Date.now
  const commands: Command[] = []
  const refusing = new Set<string>()
  const ids: Record<string, string> = {}
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await operator.post<{ id: string }>(path, body)
    expect(answer.body, `${path} ${JSON.stringify(body)}`).toMatchObject({ code: 200 })
    return answer.data.id
  }
  const gatewayId = product.platform.newId()
  await product.platform.system.query(
    'insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, $2, $3, 1, false, 9)',
    [gatewayId, TENANT, gateway],
  )
  const password = await product.platform.port(gatewaysPort).issueSecret(gateway)
  const client: MqttClient = await connectAsync(product.broker.url, { clientId: gateway, username: gateway, password, reconnectPeriod: 0 })
  const up = (kind: 'report' | 'ack' | 'event', entries: readonly object[]): Promise<unknown> =>
    client.publishAsync(`ll/1/${gateway}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
  const answer = async (command: Command): Promise<void> => {
    commands.push(command)
    const { id, cmd, args, sns } = command
    const { family, value } = args as { family?: string; value?: object }
    const at = now()
    const acks = sns.map((sn) => {
      if (refusing.has(sn)) return { id, sn, ok: false, code: 'invalidArgs', at }
      const held = cmd === 'set' && family ? { p: {}, params: { [family]: value } } : { p: valuesOf(cmd, args) }
      return { id, sn, ok: true, code: 'ok', at, ...held }
    })
    await up('ack', acks)
    if (cmd === 'set' || cmd === 'get') return
    await up(
      'report',
      sns.filter((sn) => !refusing.has(sn)).map((sn) => ({ sn, at: at + 5, p: valuesOf(cmd, args) })),
    )
  }
  // The connection may be closed while a command is being answered.
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/command')) void answer(JSON.parse(payload.toString()) as Command).catch(() => undefined)
  })
  // Calendars come before the commands that name them.
  await client.subscribeAsync(`ll/1/${gateway}/down/+`, { qos: 1 })
  return {
    product,
    operator,
    guest,
    other,
    gatewayId,
    ids,
    commands,
    refusing,
    made,
    report: (sn, p, at = now()) => up('report', [{ sn, at, p }]),
    event: (sn, type, on) => up('event', [{ sn, at: now(), type, on, p: {} }]),
    add: async (path, sn, more = {}) => {
      const id = await made(`${DEVICE}/${path}`, { sn, name: `设备 ${sn}`, gatewayId, ...more })
      ids[sn] = id
      return id
    },
    refused: async (path, body, field, by = operator) => {
      const { body: given } = await by.post(path, body)
      expect(given, JSON.stringify(body)).toMatchObject({ code: 400, field })
    },
    sent: (cmd) => commands.filter((one) => one.cmd === cmd),
    stop: async () => {
      client.end(true)
      await product.stop()
    },
  }
}
