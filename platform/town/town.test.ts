import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CABINET } from './cabinets.ts'
import { baseMap } from './geojson.ts'
import { createGround, type Ring } from './ground.ts'
import { inventoryOfTown } from './inventory.ts'
import type { LngLat } from './layout.ts'
import { createTown, MAX_LAMPS, type Town } from './town.ts'

const metres = (a: { lng: number; lat: number }, b: { lng: number; lat: number }): number =>
  Math.hypot((a.lng - b.lng) * 111_320 * Math.cos((a.lat * Math.PI) / 180), (a.lat - b.lat) * 111_320)

const within = ([x, y]: LngLat, ring: Ring): boolean => {
  let inside = false
  for (let at = 1; at < ring.length; at++) {
    const [[xa, ya], [xb, yb]] = [ring[at - 1]!, ring[at]!]
    if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) inside = !inside
  }
  return inside
}

const consistent = (town: Town): void => {
  const posts = new Set(town.posts.map(({ sn }) => sn))
  const gateways = new Set(town.gateways.map(({ sn }) => sn))
  const areas = new Set(town.areas.map(({ code }) => code))
  expect(new Set(town.lamps.map(({ sn }) => sn)).size).toBe(town.lamps.length)
  expect(posts.size).toBe(town.posts.length)
  expect(gateways.size).toBe(town.gateways.length)
  for (const area of town.areas) if (area.parent) expect(areas.has(area.parent)).toBe(true)
  expect(town.lamps.every((lamp) => posts.has(lamp.postSn) && gateways.has(lamp.gatewaySn) && areas.has(lamp.areaCode))).toBe(true)
  expect(town.posts.every((post) => town.streets.some(({ id }) => id === post.street))).toBe(true)
}

test('one seed gives one town; another seed gives another town with other serial numbers', () => {
  expect(createTown({ seed: 7, lamps: 700 })).toEqual(createTown({ seed: 7, lamps: 700 }))
  const [one, other] = [createTown({ seed: 7, lamps: 700 }), createTown({ seed: 8, lamps: 700 })]
  const known = new Set(one.lamps.map(({ sn }) => sn))
  expect(other.lamps.some(({ sn }) => known.has(sn))).toBe(false)
  expect(other.streets[3]?.line).not.toEqual(one.streets[3]?.line)
})

test('the number of lamps is exact, and every reference resolves', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 1e6 }), (lamps, seed) => {
      const town = createTown({ seed, lamps })
      expect(town.lamps).toHaveLength(lamps)
      consistent(town)
    }),
    { numRuns: 25 },
  )
  expect(createTown({ lamps: 30_000 }).lamps).toHaveLength(30_000)
})

test.each([0, -1, 1.5, MAX_LAMPS + 1, Number.NaN])('%s lamps are refused', (lamps) => {
  expect(() => createTown({ lamps })).toThrow(RangeError)
})

test('a cabinet feeds 20 to 60 lamps near it', () => {
  for (const seed of [1, 2, 3]) {
    const town = createTown({ seed })
    const fed = Map.groupBy(town.lamps, (lamp) => lamp.gatewaySn)
    expect(fed.size).toBe(town.gateways.length)
    for (const gateway of town.gateways) {
      const lamps = fed.get(gateway.sn)!
      expect(lamps.length).toBeGreaterThanOrEqual(CABINET.fewest)
      expect(lamps.length).toBeLessThanOrEqual(CABINET.most)
      expect(Math.max(...lamps.map((lamp) => metres(lamp, gateway)))).toBeLessThan(1500)
    }
  }
})

test('posts of one side are about 30 m apart, on alternating sides of a secondary street', () => {
  const town = createTown({ seed: 4 })
  const posts = Map.groupBy(town.posts, (post) => post.street)
  for (const street of town.streets) {
    const row = posts.get(street.id)?.sort((a, b) => (a.name < b.name ? -1 : 1)) ?? []
    const step = street.class === 'arterial' ? 2 : 1
    const gaps = row.slice(step).map((post, index) => metres(post, row[index]!))
    const usual = gaps.filter((gap) => gap > 24 && gap < 38)
    const share = street.name[1].endsWith('Ring Rd') ? 0.75 : 0.9
    expect(usual.length).toBeGreaterThanOrEqual(share * gaps.length)
  }
  const sides = new Map(town.lamps.map((lamp) => [lamp.postSn, lamp.side]))
  const secondary = town.streets.find((street) => street.class === 'secondary' && (posts.get(street.id)?.length ?? 0) > 10)!
  const row = posts.get(secondary.id)!
  for (const [index, post] of row.entries()) if (index) expect(sides.get(post.sn)).not.toBe(sides.get(row[index - 1]!.sn))
})

test('streets have their own names in both languages, and posts contain them', () => {
  const town = createTown({ seed: 5, lamps: 20_000 })
  expect(new Set(town.streets.map(({ name }) => name[0])).size).toBe(town.streets.length)
  expect(new Set(town.streets.map(({ name }) => name[1])).size).toBe(town.streets.length)
  for (const { name } of town.streets) {
    expect(name[0]).toMatch(/^[\u4e00-\u9fff]+$/)
    expect(name[1]).toMatch(/^[A-Z][\w ]+$/)
  }
  const names = new Map(town.streets.map(({ id, name }) => [id, name[0]]))
  for (const post of town.posts) expect(post.name.startsWith(names.get(post.street)!)).toBe(true)
  expect(new Set(town.lamps.map(({ name }) => name)).size).toBe(town.lamps.length)
})

test('lamps are within the outline of the town, and none is in a lake or a park', () => {
  for (const seed of [1, 2, 3]) {
    const town = createTown({ seed })
    const ground = createGround({ seed })
    expect(ground.water.length).toBeGreaterThan(0)
    expect(ground.parks.length).toBeGreaterThan(0)
    const ringRoad = new Set(town.streets.filter(({ name }) => name[1].endsWith('Ring Rd')).map(({ id }) => id))
    for (const post of town.posts) {
      expect(within([post.lng, post.lat], ground.outline)).toBe(true)
      if (ringRoad.has(post.street)) continue
      for (const green of [...ground.parks, ...ground.water.slice(1)]) expect(within([post.lng, post.lat], green)).toBe(false)
    }
    const map = baseMap(town, ground)
    expect(map.features).toHaveLength(1 + ground.parks.length + ground.water.length + town.streets.length)
  }
})

test('the inventory contains every lamp once, under its gateway', () => {
  const town = createTown({ seed: 6, lamps: 400 })
  const inventory = inventoryOfTown(town, { url: 'mqtt://127.0.0.1:1883', secretOf: (sn) => `secret of ${sn}` })
  const gatewayOf = new Map(town.lamps.map((lamp) => [lamp.sn, lamp.gatewaySn]))
  const children = inventory.gateways.flatMap((gateway) => gateway.children.map((child) => [child.sn, gateway.sn] as const))
  expect(new Map(children)).toEqual(gatewayOf)
  expect(inventory.gateways[0]?.secret).toBe(`secret of ${inventory.gateways[0]?.sn}`)
})
