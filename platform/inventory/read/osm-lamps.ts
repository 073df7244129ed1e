import type { NamedRow } from './sheet-line.ts'

export type Tags = Readonly<Record<string, string>>
export interface OsmNode {
  readonly type: 'node'
  readonly id: number
  readonly lng: number
  readonly lat: number
  readonly tags: Tags | null
}
export interface OsmWay {
  readonly type: 'way'
  readonly id: number
  readonly refs: readonly number[]
  readonly tags: Tags | null
}
export type OsmElement = OsmNode | OsmWay

/** https://wiki.openstreetmap.org/wiki/Tag:highway=street_lamp */
export const isLamp = (element: OsmElement): element is OsmNode & { readonly tags: Tags } =>
  element.type === 'node' && element.tags?.highway === 'street_lamp'
/** True for a lit street, whose lamps may not be drawn: https://wiki.openstreetmap.org/wiki/Key:lit */
export const isLitWay = (element: OsmElement): element is OsmWay & { readonly tags: Tags } =>
  element.type === 'way' && element.tags?.lit === 'yes' && element.tags.highway !== undefined

/** Column with a lamp's id, besides its tags. */
export const OSM_ID = '@id'
export const lampRow = ({ id, lng, lat, tags }: OsmNode & { readonly tags: Tags }, row: number): NamedRow => {
  const values: Record<string, string> = Object.create(null)
  values[OSM_ID] = `node/${id}`
  for (const [name, value] of Object.entries(tags)) if (name !== 'highway') values[name] = String(value).trim()
  return { row, values, point: [lng, lat] }
}
