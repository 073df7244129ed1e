import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')

/** A program that is built from the sources. */
export interface Part {
  readonly name: string
  /** Folder of the result, from the root. */
  readonly out: string
  /** Files and folders that it is built from, from the root. */
  readonly from: readonly string[]
}

const SKIPPED = new Set(['node_modules', 'dist', 'README.md'])

/** Returns all files below a path in a fixed order, without tests and build output. */
const filesBelow = (path: string): string[] =>
  statSync(join(root, path)).isFile()
    ? [path]
    : readdirSync(join(root, path), { withFileTypes: true })
        .filter(({ name }) => !SKIPPED.has(name) && !/\.test\.tsx?$/.test(name))
        .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
        .sort()

const hashOf = (files: readonly string[], partsOf: (path: string) => string | Buffer): string => {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(partsOf(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** What the last build was made from. Sizes and times are compared first, because reading all files takes ten times as long; contents decide. */
interface Stamp {
  readonly times: string
  readonly contents: string
}
const stampFile = ({ out }: Part): string => join(root, out, '.inputs')
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

/** Returns undefined if the result was made from the present files; otherwise a function that writes down, after a build, what it was made from. */
export const buildNeeded = (part: Part): (() => void) | undefined => {
  const files = part.from.flatMap(filesBelow)
  const times = timesOf(files)
  const last = lastStamp(part)
  if (last.times === times) return undefined
  const contents = hashOf(files, (path) => readFileSync(path))
  const write = (): void => writeFileSync(stampFile(part), JSON.stringify({ times, contents } satisfies Stamp))
  if (last.contents !== contents) return write
  if (existsSync(stampFile(part))) write()
  return undefined
}

const FILES = ['package-lock.json', 'tsconfig.json'] as const
/** The console: what browsers load. */
export const consolePart: Part = { name: 'console', out: 'apps/console/dist', from: ['apps/console', 'domains', 'platform', ...FILES] }
/** The server, its threads and the virtual city. Node loads a few files several times faster than two thousand. */
export const serverPart: Part = {
  name: 'server',
  out: 'apps/server/dist',
  from: ['apps/server', 'apps/simulator', 'domains', 'platform', 'tools/build', ...FILES],
}
