import { describe, expect, test } from 'vitest'
import type { EvidenceCode } from './causes.ts'
import { type Atom, type CauseNode, explain } from './cover.ts'

/** A city: boxes of three loops with 50, 50 and 51 lamps, each box with its gateway. */
const city = (boxes: number, evidence: Readonly<Record<string, readonly EvidenceCode[]>> = {}) => {
  const nodes: CauseNode[] = []
  const add = (key: string, cause: CauseNode['kind'], within: readonly string[]) =>
    nodes.push({ key, kind: cause, cause, within, evidence: evidence[key] ?? (cause === 'gateway' ? ['alive'] : []) })
  add('network', 'network', [])
  for (let area = 0; area < Math.ceil(boxes / 10); area++) add(`utility:${area}`, 'utility', [])
  for (let box = 0; box < boxes; box++) {
    const utility = `utility:${Math.floor(box / 10)}`
    add(`gateway:${box}`, 'gateway', ['network', utility])
    add(`box:${box}`, 'box', [utility])
    for (const loop of [0, 1, 2]) {
      add(`phase:${box}:${loop}`, 'phase', [utility, `box:${box}`])
      add(`loop:${box}:${loop}`, 'loop', [utility, `box:${box}`, `phase:${box}:${loop}`])
    }
  }
  return nodes
}
const LAMPS = [50, 50, 51]
/** Lamps of the city; `lost`: the number of lost lamps of a loop. */
const lamps = (boxes: number, lost: (box: number, loop: number, all: number) => number): Atom[] =>
  Array.from({ length: boxes }, (_, box) =>
    LAMPS.map((all, loop) => ({
      nodes: ['network', `utility:${Math.floor(box / 10)}`, `gateway:${box}`, `box:${box}`, `phase:${box}:${loop}`, `loop:${box}:${loop}`],
      all,
      lost: lost(box, loop, all),
    })),
  ).flat()
const keys = (atoms: readonly Atom[], nodes: readonly CauseNode[]): string[] => explain(atoms, nodes).map(({ key }) => key)

describe('one cause, one explanation', () => {
  test('a box of 151 lamps without supply is one explanation: the box, as its gateway reports', () => {
    const found = explain(
      lamps(20, (box, _, all) => (box === 3 ? all : 0)),
      city(20),
    )
    expect(found).toMatchObject([{ key: 'box:3', cause: 'box', lost: 151, all: 151, rival: { cause: 'gateway' } }])
    expect(found[0]?.confidence).toBeGreaterThan(0.95)
  })
  test('a gateway without a session is another cause with the same lamps', () => {
    const found = explain(
      lamps(20, (box, _, all) => (box === 3 ? all : 0)),
      city(20, { 'gateway:3': ['session'] }),
    )
    expect(found).toMatchObject([{ key: 'gateway:3', lost: 151, rival: { key: 'box:3' } }])
  })
  test('both at once are two: the second by its own evidence, as it explains no lamp of its own', () => {
    const evidence = { 'gateway:3': ['session'], 'box:3': ['contacts', 'meter'] } as const
    const atoms = lamps(20, (box, _, all) => (box === 3 ? all : 0))
    expect(keys(atoms, city(20, evidence)).toSorted()).toEqual(['box:3', 'gateway:3'])
    // The evidence of an open breaker of one loop is not enough for a box.
    expect(keys(atoms, city(20, { 'gateway:3': ['session'], 'box:3': ['meter'] }))).toEqual(['gateway:3'])
  })
  test('a loop, two loops of two boxes, and a box with a dead lamp elsewhere', () => {
    expect(
      keys(
        lamps(20, (box, loop, all) => (box === 3 && loop === 1 ? all : 0)),
        city(20),
      ),
    ).toEqual(['loop:3:1'])
    expect(
      keys(
        lamps(20, (box, loop, all) => ((box === 3 || box === 7) && loop === 1 ? all : 0)),
        city(20),
      ).toSorted(),
    ).toEqual(['loop:3:1', 'loop:7:1'])
    expect(
      keys(
        lamps(20, (box, loop, all) => (box === 3 ? all : box === 9 && loop === 0 ? 1 : 0)),
        city(20),
      ),
    ).toEqual(['box:3'])
  })
  test('all gateways lost at once is the network, not a list of gateways', () => {
    const sessions = Object.fromEntries(Array.from({ length: 20 }, (_, box) => [`gateway:${box}`, ['session'] as const]))
    const nodes = city(20, { ...sessions, network: ['sessions'] })
    expect(
      keys(
        lamps(20, (_, __, all) => all),
        nodes,
      ),
    ).toEqual(['network'])
  })
  test('ten boxes of one area without supply are one outage of the area', () => {
    const evidence = { 'utility:1': ['boxes'] as const }
    expect(
      keys(
        lamps(30, (box, _, all) => (box >= 10 && box < 20 ? all : 0)),
        city(30, evidence),
      ),
    ).toEqual(['utility:1'])
  })
  test('silence here and there is no incident', () => {
    // 0.8 % of the lamps, evenly spread.
    let n = 0
    expect(
      keys(
        lamps(200, () => (n++ % 3 === 0 ? 1 : 0)),
        city(200),
      ),
    ).toEqual([])
  })
  test('a box of which most lamps have not yet been due is found, when all that were due are lost', () => {
    const due = lamps(20, (box) => (box === 3 ? 3 : 0)).map((atom) => (atom.nodes.includes('box:3') ? { ...atom, all: 3 } : atom))
    expect(keys(due, city(20))).toEqual(['box:3'])
  })
})

test('a node that a person has excluded is never taken: the next cause is', () => {
  const atoms = lamps(5, (box, _, all) => (box === 3 ? all : 0))
  const without = (...keysOf: readonly string[]): CauseNode[] => city(5).filter(({ key }) => !keysOf.includes(key))
  expect(keys(atoms, without('box:3'))).toEqual(['gateway:3'])
  expect(keys(atoms, without('box:3', 'gateway:3')).toSorted()).toEqual(['loop:3:0', 'loop:3:1', 'loop:3:2'])
})

test('every lost lamp is explained once, for random outages', () => {
  let seed = 7
  const random = (n: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % n
  }
  for (let round = 0; round < 100; round++) {
    const dark = new Set(Array.from({ length: random(8) }, () => `${random(60)}:${random(3)}`))
    const atoms = lamps(60, (box, loop, all) => (dark.has(`${box}:${loop}`) ? all : 0))
    const found = explain(atoms, city(60))
    expect(found.reduce((sum, { lost }) => sum + lost, 0)).toBe(atoms.reduce((sum, { lost }) => sum + lost, 0))
  }
})
