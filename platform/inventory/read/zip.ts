import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { LIMITS, refuse } from '../limits.ts'
import { orRefuse } from './xml.ts'

export interface Archive {
  has(name: string): boolean
  /** Yields the unpacked text of an entry in chunks, limited by the size in its directory entry, which was checked. */
  text(name: string): AsyncGenerator<string>
  close(): void
}

const checked = (entry: Entry): Entry => {
  if (entry.isEncrypted()) refuse('locked')
  const { uncompressedSize: size, compressedSize: packed } = entry
  if (size > LIMITS.entryBytes || (size > LIMITS.bombBytes && size > packed * LIMITS.ratio)) refuse('bomb')
  return entry
}

const entriesOf = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  const entries = new Map<string, Entry>()
  if (zip.entryCount > LIMITS.entries) refuse('bomb')
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= LIMITS.entries) refuse('bomb')
    if (/\.shp$/i.test(entry.fileName)) refuse('shapefile')
    if (/\.kml$/i.test(entry.fileName)) refuse('kml')
    if (entry.fileName === 'content.xml') refuse('openDocument')
    // Only workbook parts are opened; nothing is written to disk.
    if (entry.fileName.startsWith('xl/')) entries.set(entry.fileName, checked(entry))
  }
  return entries
}

const unpack = async function* (zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    for await (const bytes of stream as AsyncIterable<Buffer>) yield decoder.decode(bytes, { stream: true })
    decoder.decode()
  } catch (thrown) {
    orRefuse(thrown, 'badZip')
  }
}

/** Opens a workbook's archive by the directory at the end of the file, in which a ZIP bomb can be recognised. Throws `UnreadableInventory`. */
export const openArchive = async (path: string): Promise<Archive> => {
  let zip: ZipFile | null = null
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    const entries = await entriesOf(zip)
    const open = zip
    return {
      has: (name) => entries.has(name),
      text: (name) => unpack(open, entries.get(name) ?? refuse('badZip')),
      close: () => open.close(),
    }
  } catch (thrown) {
    zip?.close()
    return orRefuse(thrown, 'badZip')
  }
}
