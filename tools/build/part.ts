import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')

/** A program that is built from the sources. */
export interface Part {
  readonly name: string
  /** Folder of the result; a relative path begins at the root of the repository, as those below. */
  readonly out: string
  /** Files and folders from which it is built. */
  readonly from: readonly string[]
}

const SKIPPED = new Set(['node_modules', 'dist', 'README.md'])

/** Returns all files below a path in a fixed order, without tests and build output. */
const filesBelow = (path: string): string[] =>
  statSync(resolve(root, path)).isFile()
    ? [path]
    : readdirSync(resolve(root, path), { withFileTypes: true })
        .filter(({ name }) => !SKIPPED.has(name) && !/\.test\.tsx?$/.test(name))
        .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
        .sort()

const hashOf = (files: readonly string[], partsOf: (path: string) => string | Buffer): string => {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(partsOf(resolve(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Hashes of the files of the last build: of their sizes and times, which are quick to read, and of their contents, which decide. */
interface Stamp {
  readonly times: string
  readonly contents: string
}
const stampFile = ({ out }: Part): string => resolve(root, out, '.inputs')
const lastStamp = (part: Part): Partial<Stamp> => {
  try {
    return JSON.parse(readFileSync(stampFile(part), 'utf8')) as Stamp
  } catch {
    return {}
  }
}
const timesOf = (files: readonly string[]): string =>
  hashOf(files, (path) => {
    const { size, mtimeMs } = statSync(path)
    return `${size} ${mtimeMs}`
  })

/** Describes the present files of a part. Contents are read only if a time or a size differs from the last build. */
const presentFiles = (part: Part): { readonly stamp: Stamp; readonly built: boolean } => {
  const files = part.from.flatMap(filesBelow)
  const last = lastStamp(part)
  const times = timesOf(files)
  const contents = last.times === times && last.contents ? last.contents : hashOf(files, (path) => readFileSync(path))
  return { stamp: { times, contents }, built: last.contents === contents }
}

/** True if the last build was made from the present files, and was not interrupted. */
export const isBuilt = (part: Part): boolean => presentFiles(part).built

/** Runs `make` unless the part is built. The stamp is removed first: if `make` is killed or fails, no later run takes its half-written result for a build. */
export const buildPart = async (part: Part, make: () => void | Promise<void>): Promise<void> => {
  const { stamp, built } = presentFiles(part)
  if (!built) {
    rmSync(stampFile(part), { force: true })
    await make()
  }
  writeFileSync(stampFile(part), JSON.stringify(stamp))
}

const FILES = ['package-lock.json', 'tsconfig.json'] as const
/** The console: what browsers load. */
export const consolePart: Part = { name: 'console', out: 'apps/console/dist', from: ['apps/console', 'domains', 'platform', ...FILES] }
/** The server, its threads and the virtual city. Node loads a few large files faster than two thousand small ones. */
export const serverPart: Part = {
  name: 'server',
  out: 'apps/server/dist',
  from: ['apps/server', 'apps/simulator', 'domains', 'platform', 'tools/build', ...FILES],
}
