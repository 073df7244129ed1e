import { SCHEMAS, type Schema, schemaOf } from '@lamplight/protocol'
import { expect, test } from 'vitest'
import { controllerType } from './index.ts'

/** Sorts keys, because their order does not matter. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value) || typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)]),
      )

test('the JSON Schema of lamp controller messages matches their device type', () => {
  const { p, args } = schemaOf(controllerType)
  for (const kind of ['report', 'ack', 'event'] as const) expect(sorted(p)).toEqual(sorted(SCHEMAS[kind].items?.properties?.p))
  const ofCommand = (SCHEMAS.command.allOf ?? []).map(({ if: condition, ...branch }): [string, Schema | undefined] => [
    String(condition.properties?.cmd?.const),
    branch.then.properties?.args,
  ])
  const { set, get, calibrate, ...ofLamps } = Object.fromEntries(ofCommand)
  expect(sorted(args)).toEqual(sorted(ofLamps))
  expect([set?.required, get?.required, calibrate?.required], 'commands of every type').toEqual([
    ['family', 'value'],
    ['family'],
    ['family'],
  ])
})
