import { expect, test } from 'vitest'
import { pluralOf } from './plural.ts'

test.each([
  ['Lamp', 'Lamps'],
  ['Lamp post', 'Lamp posts'],
  ['Gateway', 'Gateways'],
  ['Dictionary', 'Dictionaries'],
  ['Command batch', 'Command batches'],
  ['Switch box', 'Switch boxes'],
  ['Address', 'Addresses'],
  ['Work parameters', 'Work parameters'],
])('the plural of %s is %s', (one, many) => expect(pluralOf(one)).toBe(many))
