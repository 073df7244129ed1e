import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Returns the files of a ZIP archive by path, in their order. */
export const filesIn = async (archive: Buffer): Promise<Map<string, string>> => {
  const zip = await fromBufferPromise(archive)
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry()) found.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return found
}
