import { LIMITS, refuse } from './limits.ts'
import type { Encoding } from './model.ts'
import type { NamedRow } from './read-geojson.ts'
import { readPbf } from './read-pbf.ts'
import { textChunks } from './text-source.ts'
import { readXml } from './xml.ts'

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

const readOsmXml = async function* (path: string, encoding: Encoding): AsyncGenerator<readonly OsmElement[]> {
  let batch: OsmElement[] = []
  let open: { tag: 'node' | 'way'; id: number; lng: number; lat: number; refs: number[]; tags: Record<string, string> | null } | null = null
  const reading = readXml(textChunks(path, encoding), {
    open: (tag, attribute) => {
      if (tag === 'tag' && open) {
        open.tags ??= Object.create(null) as Record<string, string>
        open.tags[attribute('k') ?? ''] = attribute('v') ?? ''
      } else if (tag === 'nd' && open) {
        if (open.refs.push(Number(attribute('ref'))) > LIMITS.blockElements) refuse('litWays')
      } else if (tag === 'node' || tag === 'way') {
        const [id, lng, lat] = [attribute('id'), attribute('lon'), attribute('lat')].map(Number) as [number, number, number]
        open = { tag, id, lng, lat, refs: [], tags: null }
      }
    },
    close: (tag) => {
      if (!open || tag !== open.tag) return
      const { id, lng, lat, refs, tags } = open
      batch.push(tag === 'node' ? { type: 'node', id, lng, lat, tags } : { type: 'way', id, refs, tags })
      open = null
    },
  })
  for await (const _ of reading) {
    if (batch.length === 0) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Reads nodes and ways of an OpenStreetMap extract in batches, in file order. Throws `UnreadableInventory`. */
export const readOsm = (path: string, encoding: Encoding | null): AsyncGenerator<readonly OsmElement[]> =>
  encoding === null ? readPbf(path) : readOsmXml(path, encoding)

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
  for (const [name, value] of Object.entries(tags)) if (name !== 'highway') values[name] = value.trim()
  return { row, values, point: [lng, lat] }
}

/** Reads the street lamps among the nodes, in batches. Throws `UnreadableInventory`. */
export const readOsmLamps = async function* (path: string, encoding: Encoding | null): AsyncGenerator<readonly NamedRow[]> {
  let row = 0
  for await (const elements of readOsm(path, encoding)) {
    const lamps = elements.filter(isLamp).map((element) => lampRow(element, ++row))
    if (row > LIMITS.rows) refuse('rows')
    if (lamps.length > 0) yield lamps
  }
}
