import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { isWithin, type Polygon, polygonsOf } from './land.ts'

/** Distance from a border that still counts as inside, in degrees: the data draw borders and coasts coarsely. */
const BORDER_TOLERANCE = 0.15

/** Reads the areas of all countries by ISO 3166 code, at a scale of 1:50 million (Natural Earth, from the package world-atlas). */
const readCountries = (): ReadonlyMap<string, readonly Polygon[]> => {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const world = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ countries: GeometryCollection }>
  const countries = new Map<string, readonly Polygon[]>()
  for (const { id, geometry } of feature(world, world.objects.countries).features) {
    // The data identify countries by number; `Intl.Locale` converts the number to letters.
    const region = /^\d{3}$/.test(String(id)) ? new Intl.Locale(`und-${id}`).region : undefined
    if (region && geometry) countries.set(region, [...(countries.get(region) ?? []), ...polygonsOf(geometry)])
  }
  return countries
}
let countries: ReadonlyMap<string, readonly Polygon[]> | null = null
const countryAreas = (): ReadonlyMap<string, readonly Polygon[]> => {
  countries ??= readCountries()
  return countries
}

const countryByZone = new Map<string, string | null>()
const findCountry = (zone: string): string | null => {
  // `getTimeZones` lists a renamed zone under its first name only.
  const names = [zone, new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone]
  for (const region of countryAreas().keys())
    if (new Intl.Locale(`und-${region}`).getTimeZones()?.some((each) => names.includes(each))) return region
  return null
}
/** Returns the ISO 3166 code of the country of a time zone (`Europe/Paris`: FR); null if it has none. */
export const countryOfZone = (zone: string): string | null => {
  const before = countryByZone.get(zone)
  if (before !== undefined) return before
  const country = findCountry(zone)
  countryByZone.set(zone, country)
  return country
}

/** Returns true if a place (WGS-84) is in the country, or within about 15 km of it. */
export const isInCountry = (country: string, lng: number, lat: number): boolean => {
  const polygons = countryAreas().get(country) ?? []
  const steps = [0, -BORDER_TOLERANCE, BORDER_TOLERANCE]
  return steps.some((dx) => steps.some((dy) => isWithin(polygons, lng + dx, lat + dy)))
}
