import { defineDeviceType } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { deviceOrder, type News, nextItemState, QUEUED, routedOrder, STATUS } from './index.ts'

const valve = defineDeviceType({
  name: 'valve',
  code: 950,
  label: ['阀门', 'Valve'],
  properties: { open: { slot: 1, label: ['开度', 'Opening'] } },
  commands: { turn: { label: ['转动', 'Turn'], input: {}, proves: {} } },
  events: [],
})
const wanted = {
  ...deviceOrder(valve, 'turn', {}),
  proof: 'state' as const,
  agrees: ({ dim }: { dim?: number | null }) => (dim == null ? null : dim === 30),
}
const ack = (dim?: number): News => ({ kind: 'ack', ok: true, code: 'ok', at: 1, reported: dim === undefined ? {} : { dim } })
const after = (proves: 'received' | 'applied' | 'verified', news: News) => {
  const order = routedOrder(wanted, proves)
  return nextItemState(nextItemState(QUEUED, order, { kind: 'sent' }), order, news)
}

test('a command ends at the highest rung that its driver can prove', () => {
  expect(after('received', ack(30))).toMatchObject({ rung: 3, status: STATUS.success, code: 'answered' })
  expect(after('applied', ack(30))).toMatchObject({ rung: 3, status: STATUS.success, code: null })
  expect(after('applied', ack(31))).toMatchObject({ rung: 2, status: STATUS.failed, code: 'otherState' })
  expect(after('applied', ack())).toMatchObject({ rung: 2, status: STATUS.success, code: 'answered' })
  expect(after('verified', ack(30))).toMatchObject({ rung: 3, status: STATUS.running })
})

test('a command that was never sent ends as unreachable', () => {
  expect(nextItemState(QUEUED, routedOrder(wanted, 'verified'), { kind: 'expire' })).toMatchObject({
    status: STATUS.timedOut,
    code: 'unreachable',
  })
})
