import type { DeviceProperty } from '@lamplight/kit'
import { describe, expect, it } from 'vitest'
import { type Bucket, seriesOf, withGaps } from './device-series.ts'
import { rangeIn, zoomed } from './use-device-history.ts'

const MINUTE = 60_000
const bucket = (minutes: number, values: Readonly<Record<string, number | null>>): Bucket => ({ at: minutes * MINUTE, ...values })
const number = (value: number, low = value, high = value) => ({ v: value, vMin: low, vMax: high })

describe('the history of a property', () => {
  it('draws a line, with a band only where minimum and maximum differ', () => {
    const property: DeviceProperty = { label: ['温度', 'Temperature'], slot: 1, decimals: 1 }
    expect(seriesOf('v', property, '温度', [bucket(0, number(1.26)), bucket(1, number(2))])).toEqual({
      name: '温度',
      points: [
        [0, 1.3],
        [MINUTE, 2],
      ],
    })
    const band = seriesOf('v', property, '温度', [bucket(0, number(5, 3, 8)), bucket(1, { v: null })]).band
    expect(band).toEqual({ low: [[0, 3]], high: [[0, 8]] })
  })

  it('draws a counter as bars of its increase', () => {
    const property: DeviceProperty = { label: ['次数', 'Count'], slot: 1, counter: true, decimals: 0 }
    const buckets = [bucket(0, { ...number(70), vIncrease: 3 }), bucket(1, { ...number(75), vIncrease: 5 }), bucket(2, { vIncrease: null })]
    expect(seriesOf('v', property, '次数', buckets)).toEqual({
      name: '次数',
      kind: 'bar',
      points: [
        [0, 3],
        [MINUTE, 5],
      ],
    })
  })

  it('draws a choice as steps of existing values, never of a mean', () => {
    const property: DeviceProperty = { label: ['桶盖', 'Lid'], slot: 1, values: { 0: ['关', 'Closed'], 2: ['开', 'Open'] } }
    const { points, step, band } = seriesOf('v', property, '桶盖', [bucket(0, number(0)), bucket(1, number(1, 0, 2))])
    expect([points.map(([, value]) => value), step, band]).toEqual([[0, 2], true, undefined])
  })

  it('breaks the line where the device was silent for longer than its report interval', () => {
    const at = (...minutes: number[]) => minutes.map((one) => [one * MINUTE, 1] as const)
    expect(withGaps(at(0, 15, 30, 60, 75)).every(([, value]) => value === 1)).toBe(true)
    expect(withGaps(at(0, 15, 30, 120, 135))).toEqual([...at(0, 15, 30), [45 * MINUTE, null], ...at(120, 135)])
    expect(withGaps(at(0))).toEqual(at(0))
    expect(withGaps([])).toEqual([])
  })
})

describe('the time range in the address', () => {
  it('is a preset or from and to; an invalid range becomes the first preset', () => {
    expect(rangeIn({ hours: '168' })).toEqual({ hours: 168 })
    expect(rangeIn({ from: '1000', to: '5000', hours: '168' })).toEqual({ from: 1000, to: 5000 })
    for (const wrong of [{}, { hours: '5' }, { from: '5000', to: '1000' }, { from: 'x', to: '5' }])
      expect(rangeIn(wrong)).toEqual({ hours: 24 })
  })

  it('zooms around its centre, down to the resolution of the data', () => {
    const day = { from: 0, to: 86_400_000 }
    expect(zoomed(day, 1 / 2)).toEqual({ from: 21_600_000, to: 64_800_000 })
    expect(zoomed(zoomed(day, 1 / 2), 2)).toEqual(day)
    const least = zoomed({ from: 0, to: 1000 }, 1 / 2)
    expect(least.to - least.from).toBe(300_000)
  })
})
