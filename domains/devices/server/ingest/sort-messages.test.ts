import { decodeUp } from '@lamplight/protocol'
import { expect, test } from 'vitest'
import { answersIn } from './sort-messages.ts'

const GATEWAY = { id: '1', tenantId: '000000', assigned: true }
const childOf = (sn: string) => ({ sn, deviceId: sn, tenantId: GATEWAY.tenantId, gatewayId: GATEWAY.id, gatewaySn: 'GW', type: 4 })

/** The answers of a message about parameters, each with its devices. */
const readBy = (entries: readonly object[]) => {
  const decoded = decodeUp('ack', JSON.stringify(entries))
  if (!decoded.ok) throw new Error(decoded.reason)
  const message = { gateway: 'GW', receivedAt: 1000, content: { kind: 'ack' as const, entries: decoded.message }, doubtful: [] }
  const limits = { aheadMs: 1000, behindMs: 1000 }
  const found = answersIn([message], { gatewayOf: () => GATEWAY, childrenOf: () => childOf, limits })
  return found.map(({ sns, params }) => [sns, params])
}
const answer = (sn: string, more: object = {}) => ({ id: '7', sn, ok: true, code: 'ok', at: 1000, ...more })

test('answers that differ only in their parameters stay apart; equal ones are one answer of several devices', () => {
  const params = (sunset: number) => ({ params: { timeOffset: { sunset } } })
  for (const p of [{}, { p: {} }])
    expect(readBy([answer('A', { ...p, ...params(1) }), answer('B', { ...p, ...params(2) })])).toEqual([
      [['A'], params(1).params],
      [['B'], params(2).params],
    ])
  expect(readBy([answer('A', params(1)), answer('B', params(1))])).toEqual([[['A', 'B'], params(1).params]])
  expect(readBy([answer('A', { ok: false, code: 'busy' }), answer('B', { ok: false, code: 'busy' })])).toEqual([[['A', 'B'], undefined]])
})
