import type { Properties } from '@lamplight/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import type { Reading } from './sort-messages.ts'

const reading = (device: number, at: number, p: Properties): Reading => ({
  child: { deviceId: String(device), tenantId: '100001', gatewayId: '1', gatewaySn: 'G1', type: 4 },
  sn: `L${device}`,
  at,
  p,
})
const properties: fc.Arbitrary<Properties> = fc.record(
  { dim: fc.integer({ min: 0, max: 100 }), power: fc.integer({ min: 0, max: 100 }), temperature: fc.integer({ min: 0, max: 50 }) },
  { requiredKeys: [] },
)

test('each device has one latest row with the newest value of each property by device time, in any order of readings', () => {
  const readings = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 50 }), properties), {
    maxLength: 30,
    selector: ([device, at]) => `${device} ${at}`,
  })
  fc.assert(
    fc.property(readings, (all) => {
      const rows = fold(all.map(([device, at, p]) => reading(device, at, p)))
      const devices = new Set(all.map(([device]) => String(device)))
      expect(rows.filter(({ latest }) => latest).map((row) => row.reading.child.deviceId)).toHaveLength(devices.size)
      expect(rows.filter(({ history }) => history)).toHaveLength(all.filter(([, , p]) => Object.keys(p).length > 0).length)
      for (const { reading: newest, latest } of rows) {
        if (!latest) continue
        const own = all.filter(([device]) => String(device) === newest.child.deviceId).sort((a, b) => a[1] - b[1])
        expect(newest.at).toBe(own.at(-1)?.[1])
        expect(newest.p).toEqual(Object.assign({}, ...own.map(([, , p]) => p)))
      }
    }),
  )
})

test('an override ends with the first newer light reading that does not name it', () => {
  const [, , merged] = fold([reading(1, 1, { dim: 30, until: 99 }), reading(1, 2, { dim: 100 })])
  expect(merged?.reading.p).toEqual({ dim: 100 })
  const [, , kept] = fold([reading(1, 1, { dim: 30, until: 99 }), reading(1, 2, { power: 5 })])
  expect(kept?.reading.p).toEqual({ dim: 30, until: 99, power: 5 })
})
