import { expect, test } from 'vitest'
import type { KnownChild, KnownGateway } from './known.ts'
import { createLookup } from './lookup.ts'
import type { ReceivedMessage } from './received-message.ts'
import { createSenders } from './senders.ts'

const child = (sn: string, gatewaySn: string): KnownChild => ({
  sn,
  deviceId: `id of ${sn}`,
  tenantId: '1',
  gatewayId: '',
  gatewaySn,
  type: 4,
})
const message = (gateway: string, sns: readonly string[]): Pick<ReceivedMessage, 'gateway' | 'content'> => ({
  gateway,
  content: { kind: 'report', entries: sns.map((sn) => ({ sn, at: 1, p: {} })) },
})

const senders = () => {
  const registry = new Map(['A', 'B', 'C', 'D'].map((sn) => [sn, child(sn, 'G1')]))
  const requested: string[] = []
  const gateways = createLookup<KnownGateway>({ keepMs: 60_000, missMs: 60_000, load: async () => [] })
  const children = createLookup<KnownChild>({
    keepMs: 60_000,
    missMs: 60_000,
    load: async (sns) => {
      requested.push(...sns)
      return sns.flatMap((sn) => (registry.has(sn) ? [[sn, registry.get(sn) as KnownChild] as const] : []))
    },
  })
  const known = createSenders(gateways, children)
  /** Returns the gateway of each device that a message contains. */
  const found = async (gateway: string, sns: readonly string[]): Promise<(string | undefined)[]> => {
    const parsed = message(gateway, sns)
    const childOf = (await known.resolve([parsed])).childrenOf(parsed)
    return sns.map((sn) => (childOf(sn)?.sn === sn ? childOf(sn)?.gatewaySn : undefined))
  }
  return { registry, requested, children, found }
}

test('children are found for any order and subset in which a gateway names them, and loaded once', async () => {
  const { found, requested } = senders()
  const all = (n: number): string[] => new Array<string>(n).fill('G1')
  expect(await found('G1', ['A', 'B', 'C', 'D'])).toEqual(all(4))
  for (const some of [['A', 'B', 'C', 'D'], ['B', 'D'], ['D', 'A'], ['C'], ['A', 'A'], []])
    expect(await found('G1', some)).toEqual(all(some.length))
  expect(await found('G1', ['A', 'X', 'C'])).toEqual(['G1', undefined, 'G1'])
  expect(await found('G2', ['A'])).toEqual(['G1'])
  expect(requested).toEqual(['A', 'B', 'C', 'D', 'X'])
})

test('a moved child is found at its new gateway after forget()', async () => {
  const { found, registry, children } = senders()
  await found('G1', ['A', 'B', 'C'])
  await found('G1', ['A', 'B', 'C'])
  registry.set('B', child('B', 'G2'))
  children.forget(['B'])
  expect(await found('G1', ['A', 'B', 'C'])).toEqual(['G1', 'G2', 'G1'])
  registry.delete('C')
  children.forget()
  expect(await found('G1', ['A', 'B', 'C'])).toEqual(['G1', 'G2', undefined])
})
