import type { DriverOrder, DriverOutcome } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { SHIPPED_CODECS } from '../model/index.ts'
import { createSender } from './send.ts'

const APPLICATION = '17c82e96-be03-4f38-aef3-f83d48582d97'
const codec = SHIPPED_CODECS['DALI 84 01']
const nodeOf = (n: number, seen = true) => ({
  id: String(n),
  sn: `N-${n}`,
  devEui: `010101010101010${n}`,
  applicationId: null,
  confirmed: true,
  seen,
  codec,
})

/** Sends a multicast order for `nodes` to a group of the nodes 1, 2 and 3. */
const send = async (nodes: readonly ReturnType<typeof nodeOf>[]) => {
  const [topics, requests, taken]: string[][] = [[], [], []]
  const sender = createSender({
    server: { apiUrl: 'https://chirpstack.example.com', applications: [{ applicationId: APPLICATION }] },
    outbound: async (address: string) => {
      requests?.push(address)
      return new Response('{}')
    },
    servers: {
      nodesOf: async () => nodes,
      groupOf: async () => ({ id: '9', groupId: APPLICATION, nodeIds: ['1', '2', '3'] }),
      tokenOf: async () => 'token',
    },
    downlinks: { add: async () => true },
    broker: () => ({ connected: () => true, publish: async (topic: string) => topics?.push(topic) }),
  } as unknown as Parameters<typeof createSender>[0])
  const order = { id: '5', cmd: 'dim', args: { level: 40, multicast: '9' }, sns: nodes.map(({ sn }) => sn), expiresAt: 2e12 }
  await sender(
    order as unknown as DriverOrder,
    {
      taken: (sns: readonly string[]) => taken?.push(...sns),
      signal: new AbortController().signal,
    } as unknown as DriverOutcome,
  )
  expect(taken).toEqual(order.sns)
  return { downlinks: topics?.length, multicasts: requests?.length }
}

test('an order for all members of a group, each of which has reported, is one multicast', async () => {
  expect(await send([1, 2, 3].map((n) => nodeOf(n)))).toEqual({ downlinks: 0, multicasts: 1 })
})
test.each([
  ['some members', [1, 2].map((n) => nodeOf(n))],
  ['all members and another node', [1, 2, 3, 4].map((n) => nodeOf(n))],
  ['as many nodes, one of them no member', [1, 2, 4].map((n) => nodeOf(n))],
  ['a member that has never reported', [nodeOf(1), nodeOf(2), nodeOf(3, false)]],
])('an order for %s is a downlink for each node', async (_, nodes) => {
  expect(await send(nodes)).toEqual({ downlinks: nodes.length, multicasts: 0 })
})
