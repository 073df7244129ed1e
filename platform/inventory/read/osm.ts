import { LIMITS, refuse } from '../limits.ts'
import type { Encoding } from '../model.ts'
import { isLamp, lampRow, type OsmElement } from './osm-lamps.ts'
import { readPbf } from './read-pbf.ts'
import type { NamedRow } from './sheet-line.ts'
import { textChunks } from './text-source.ts'
import { readXml } from './xml.ts'

const readOsmXml = async function* (path: string, encoding: Encoding): AsyncGenerator<readonly OsmElement[]> {
  let batch: OsmElement[] = []
  let open: {
    tag: 'node' | 'way'
    id: number
    lng: number
    lat: number
    refs: number[]
    tags: Record<string, string> | null
    gone: boolean
  } | null = null
  const reading = readXml(textChunks(path, encoding), {
    open: (tag, attribute) => {
      if (tag === 'tag' && open) {
        open.tags ??= Object.create(null) as Record<string, string>
        open.tags[attribute('k') ?? ''] = attribute('v') ?? ''
      } else if (tag === 'nd' && open) {
        if (open.refs.push(Number(attribute('ref'))) > LIMITS.blockElements) refuse('litWays')
      } else if (tag === 'node' || tag === 'way') {
        const [id, lng, lat] = [attribute('id'), attribute('lon'), attribute('lat')].map(Number) as [number, number, number]
        // Editors mark deleted elements with `action` until the upload; files with history mark them as invisible.
        const gone = attribute('action') === 'delete' || attribute('visible') === 'false'
        open = { tag, id, lng, lat, refs: [], tags: null, gone }
      }
    },
    close: (tag) => {
      if (!open || tag !== open.tag) return
      const { id, lng, lat, refs, tags, gone } = open
      if (!gone) batch.push(tag === 'node' ? { type: 'node', id, lng, lat, tags } : { type: 'way', id, refs, tags })
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

/** Reads the street lamps among the nodes, in batches. Throws `UnreadableInventory`. */
export const readOsmLamps = async function* (path: string, encoding: Encoding | null): AsyncGenerator<readonly NamedRow[]> {
  let row = 0
  for await (const elements of readOsm(path, encoding)) {
    const lamps = elements.filter(isLamp).map((element) => lampRow(element, ++row))
    if (row > LIMITS.rows) refuse('rows')
    if (lamps.length > 0) yield lamps
  }
}
