import { expect, test } from 'vitest'
import { firstOf } from './waves.ts'

const packs = (...sizes: number[]) => sizes.map((n, at) => ({ gateway_sn: `G${at}`, n }))

test.each([
  ['one gateway, if it has 1 % of the devices', packs(40, 40, 40), ['G0']],
  ['as many as 1 % needs', packs(...new Array<number>(400).fill(1)), ['G0', 'G1', 'G2', 'G3']],
  ['a single gateway', packs(7), ['G0']],
  ['none', [], []],
])('the first wave is %s', (_, given, first) => expect(firstOf(given)).toEqual(first))
