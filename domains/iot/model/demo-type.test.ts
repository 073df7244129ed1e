import { typeFrom } from '@lamplight/protocol'
import { expect, test } from 'vitest'
import { LEVEL_GAUGE } from './demo-type.ts'

test('the product type of the demo is valid', () => {
  const { descriptor, unitProductCode, name, nameEn } = LEVEL_GAUGE
  const type = typeFrom(JSON.stringify(descriptor), { name: unitProductCode, code: 10_000, label: [name, nameEn] })
  expect(type).toMatchObject({ driver: 'operator', commands: { interval: { proves: { interval: 'minutes' } } } })
})
