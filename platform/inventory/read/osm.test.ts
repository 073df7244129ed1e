import { afterAll, expect, test } from 'vitest'
import { createFolder, inspected, type MadeNode, type MadeWay, osmXmlOf, pbfOf, planned } from '../made-files.ts'
import type { Proposal } from '../model.ts'
import { metresBetween } from '../place/spots.ts'
import { proposedLamp, readProposals } from '../proposals.ts'

const { write, remove } = createFolder()
afterAll(remove)

const STREET: readonly MadeNode[] = [
  { id: 10, lng: 7.42, lat: 43.73 },
  { id: 11, lng: 7.4225, lat: 43.73 },
  { id: 12, lng: 7.4225, lat: 43.7315 },
]
const LAMPS: readonly MadeNode[] = [
  {
    id: 1,
    lng: 7.41,
    lat: 43.73,
    tags: { highway: 'street_lamp', ref: 'A "1" & <2>', 'light:method': 'LED', height: '9 m', 'light:count': '2' },
  },
  { id: 2, lng: 7.4111, lat: 43.7322, tags: { highway: 'street_lamp', lamp_type: 'electric' } },
  { id: 3, lng: 7.42, lat: 43.73005, tags: { highway: 'street_lamp' } },
  { id: 4, lng: 7.4222, lat: 43.7333, tags: { highway: 'crossing' } },
]
const WAYS: readonly MadeWay[] = [
  { id: 100, refs: [10, 11, 12], tags: { highway: 'residential', lit: 'yes', name: 'Rue Grimaldi' } },
  { id: 101, refs: [12, 11, 10], tags: { highway: 'footway', lit: 'yes' } },
  { id: 102, refs: [10, 12], tags: { highway: 'primary', lit: 'no' } },
  { id: 103, refs: [10, 12], tags: { leisure: 'park', lit: 'yes' } },
]
const nodes = [...STREET, ...LAMPS].sort((one, other) => one.id - other.id)
const xml = write(osmXmlOf(nodes, WAYS))
const pbf = write(pbfOf(nodes, WAYS))

const proposalsOf = async (path: string, spacing?: number): Promise<readonly Proposal[]> => {
  const all: Proposal[] = []
  for await (const batch of readProposals(path, await inspected(path), { spacing })) all.push(...batch)
  return all
}

test('PBF and XML of the same extract give the same lamps and proposals', async () => {
  const [one, other] = [await inspected(xml), await inspected(pbf)]
  expect([one.format, other.format]).toEqual(['osm', 'pbf'])
  expect([one.rows, one.litWays, one.columns]).toEqual([other.rows, other.litWays, other.columns])
  expect([one.rows.count, one.litWays]).toEqual([3, 2])
  const [lamps, same] = [await planned(xml), await planned(pbf)]
  expect(same).toEqual(lamps)
  expect(lamps.lamps).toMatchObject([
    { key: 'node/1', number: 'A "1" & <2>', lng: 7.41, lat: 43.73, lampType: 'LED', height: 9 },
    { key: 'node/1#2', number: 'A "1" & <2>-2', lng: 7.41, lat: 43.73, lampType: 'LED', height: 9, post: 'node/1' },
    { key: 'node/2', lampType: null, height: null },
    { key: 'node/3' },
  ])
  expect(await proposalsOf(pbf)).toEqual(await proposalsOf(xml))
})
test('lamps are proposed only along lit ways, evenly, and not where one exists or was proposed', async () => {
  const all = await proposalsOf(xml, 30)
  expect(all.every(({ way, street, highway }) => way === 100 && street === 'Rue Grimaldi' && highway === 'residential')).toBe(true)
  expect(all.map(({ key }) => key).slice(0, 2)).toEqual(['way/100/1', 'way/100/2'])
  const steps = all.slice(1).map(({ lng, lat }, at) => metresBetween(all[at]!.lng, all[at]!.lat, lng, lat))
  // Around the corner the way is longer than the straight distance.
  expect(steps.filter((step) => Math.abs(step - 30) < 1).length).toBeGreaterThanOrEqual(steps.length - 1)
  // 201 m and 167 m: twelve steps of 30.6 m; a drawn lamp near the start is far enough from the first one.
  expect(all).toHaveLength(12)
  expect((await proposalsOf(xml, 60)).length).toBe(6)
  const near = await proposalsOf(
    write(osmXmlOf([...nodes, { id: 50, lng: all[3]!.lng, lat: all[3]!.lat, tags: { highway: 'street_lamp' } }], WAYS)),
    30,
  )
  expect(near).toHaveLength(11)
})
test('a proposal becomes a lamp when the user accepts it', async () => {
  const [first] = await proposalsOf(pbf)
  expect(proposedLamp(first!, 1)).toMatchObject({ key: 'way/100/1', name: 'Rue Grimaldi way/100/1', power: null, lng: first!.lng })
})
test('an extract without lamps still gives its ways', async () => {
  const file = await inspected(write(osmXmlOf(STREET, WAYS)))
  expect([file.rows.count, file.litWays, file.notes.at(-1)?.[1]]).toEqual([0, 2, 'Lamps can be suggested along 2 lit ways'])
  expect(await proposalsOf(write(pbfOf(STREET, [])))).toEqual([])
})
test('other files give no proposals', async () => {
  expect(await proposalsOf(write('id,lng,lat\n1,112,28\n'))).toEqual([])
})
