import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ScaffoldFile } from '../develop/scaffold.ts'

/** Packs the files into one ZIP archive. */
export const zipOf = async (files: readonly ScaffoldFile[], mtime: Date): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const { path, text } of files) zip.addBuffer(Buffer.from(text), path, { mtime })
  zip.end()
  return buffer(zip.outputStream)
}
