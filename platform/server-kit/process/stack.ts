import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A place in a built file, such as `file:///srv/lamplight/apps/server/dist/server.js:120:7`. */
const PLACE = /((?:file:\/\/)?\/[^\s():]+\/dist\/[^\s():]+\.js):(\d+):(\d+)/g
/** A parsed source map takes 80 MB, so it is dropped this long after the last error, ms. */
const KEPT_MS = 60_000

const maps = new Map<string, SourceMap | undefined>()
let drop: NodeJS.Timeout | undefined

const mapOf = (file: string): SourceMap | undefined => {
  clearTimeout(drop)
  drop = setTimeout(() => maps.clear(), KEPT_MS).unref()
  if (maps.has(file)) return maps.get(file)
  try {
    maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))))
  } catch {
    maps.set(file, undefined)
  }
  return maps.get(file)
}

/**
 * Returns the stack of an error, or the text of another thrown value. Places in a bundle are replaced by places in the source files. The option
 * `--enable-source-maps` of Node would do this too, but it reads every map at the start, which takes 0.3 s and 70 MB.
 */
export const stackOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown)
  return (thrown.stack ?? String(thrown)).replaceAll(PLACE, (all, address: string, line: string, column: string) => {
    const file = address.startsWith('file:') ? fileURLToPath(address) : address
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin) || !origin.fileName) return all
    return `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
  })
}
