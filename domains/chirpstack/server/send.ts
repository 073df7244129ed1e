import type { DriverHost, DriverOrder, DriverOutcome } from '@lamplight/server-kit'
import type { RemoteBroker } from '@lamplight/server-kit/mqtt-remote'
import { type DownCommand, downTopic, encode, nodeType, type Payload } from '../model/index.ts'
import { type Downlinks, queueItemOf } from './downlinks.ts'
import type { GroupRow, NodeRow, ServerRow, Servers } from './servers.ts'

interface Parts {
  readonly outbound: DriverHost['outbound']
  readonly servers: Servers
  readonly server: ServerRow
  readonly downlinks: Downlinks
  readonly broker: () => RemoteBroker | undefined
}

/** The values that prove a command, by property. */
const wantedOf = ({ cmd, args }: DriverOrder): Record<string, unknown> => {
  const { proves = {} } = (nodeType.commands as Readonly<Record<string, { readonly proves?: Readonly<Record<string, string>> }>>)[cmd] ?? {}
  return Object.fromEntries(Object.entries(proves).map(([property, argument]) => [property, args[argument]]))
}
const isWhole = ({ nodeIds }: GroupRow, nodes: readonly NodeRow[]): boolean =>
  nodes.length === nodeIds.length && nodes.every(({ id }) => nodeIds.includes(id))
const base64 = ({ bytes }: Payload): string => Buffer.from(bytes).toString('base64')

/**
 * Sends commands to nodes of a server, as a downlink for each node. An order with the argument `multicast` goes out as one multicast downlink if its nodes
 * are exactly the members of that group and each has reported before.
 */
export const createSender = ({ outbound, servers, server, downlinks, broker }: Parts) => {
  const [first] = server.applications

  const unicast = async (
    order: DriverOrder,
    { id: deviceId, sn, devEui, applicationId, confirmed, codec }: NodeRow,
    outcome: DriverOutcome,
  ): Promise<void> => {
    const payload = encode(codec, order.cmd, order.args)
    const application = applicationId ?? first?.applicationId.toLowerCase()
    const connection = broker()
    if (typeof payload === 'string') return outcome.failed([sn], payload)
    if (!application) return outcome.failed([sn], 'refused')
    if (!connection?.connected()) return
    const queueItemId = queueItemOf(order.id, sn)
    await downlinks.add([{ deviceId, sn }], {
      queueItemId,
      batchId: order.id,
      multicastId: null,
      confirmed,
      wanted: wantedOf(order),
      expiresAt: order.expiresAt,
    })
    const command: DownCommand = {
      id: queueItemId,
      devEui,
      confirmed,
      fPort: payload.fPort,
      data: base64(payload),
      expiresAt: new Date(order.expiresAt).toISOString(),
    }
    await connection.publish(downTopic(application, devEui), JSON.stringify(command))
    outcome.taken([sn])
  }

  /**
   * ChirpStack takes multicast downlinks only over its REST API (MulticastGroupService.Enqueue), and gives them no id. If the request gets no answer, the
   * order is sent again, so that a level may be set twice.
   */
  const toGroup = async (
    order: DriverOrder,
    nodes: readonly NodeRow[],
    { id: multicastId, groupId }: GroupRow,
    outcome: DriverOutcome,
  ): Promise<void> => {
    const sns = nodes.map(({ sn }) => sn)
    const [{ codec } = { codec: { uplinks: [], commands: [] } }] = nodes
    const payload = encode(codec, order.cmd, order.args)
    if (typeof payload === 'string') return outcome.failed(sns, payload)
    const token = await servers.tokenOf(server)
    if (!server.apiUrl || !token) return outcome.failed(sns, 'refused')
    const queueItemId = queueItemOf(order.id, groupId)
    const devices = nodes.map(({ id, sn }) => ({ deviceId: id, sn }))
    await downlinks.add(devices, {
      queueItemId,
      batchId: order.id,
      multicastId,
      confirmed: false,
      wanted: wantedOf(order),
      expiresAt: order.expiresAt,
    })
    const { status } = await outbound(`${server.apiUrl.replace(/\/+$/, '')}/api/multicast-groups/${groupId}/queue`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Grpc-Metadata-Authorization': `Bearer ${token}` },
      body: JSON.stringify({ queueItem: { multicastGroupId: groupId, fPort: payload.fPort, data: base64(payload) } }),
      signal: outcome.signal,
    })
    if (status === 200) return outcome.taken(sns)
    await downlinks.forget(queueItemId)
    if (status < 500) outcome.failed(sns, 'refused')
  }

  return async (order: DriverOrder, outcome: DriverOutcome): Promise<void> => {
    const nodes = await servers.nodesOf(server, order.sns)
    const known = new Set(nodes.map(({ sn }) => sn))
    const strange = order.sns.filter((sn) => !known.has(sn))
    if (strange.length > 0) outcome.failed(strange, 'unknownDevice')
    const { multicast } = order.args
    const group = typeof multicast === 'string' ? await servers.groupOf(server, multicast) : undefined
    // ChirpStack sends a multicast to all members: it must not reach nodes that are not in the order, such as those that a retry leaves out.
    if (group && isWhole(group, nodes) && nodes.every(({ seen }) => seen)) return toGroup(order, nodes, group, outcome)
    for (const node of nodes) {
      if (outcome.signal.aborted) return
      await unicast(order, node, outcome)
    }
  }
}
