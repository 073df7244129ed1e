import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A migration that makes in one step what the migrations of earlier versions made. `NAME.replaces.json` beside `NAME.sql` lists these. */
export interface Baseline {
  /** File name of the migration. */
  readonly name: string
  /** Last version with the replaced migrations. */
  readonly version: string
  /** Name of each replaced migration → its checksum. */
  readonly replaces: ReadonlyMap<string, string>
}

const REPLACES = '.replaces.json'

/** Returns the baseline of a folder of migrations, if it has one. */
export const readBaseline = async (folder: string): Promise<Baseline | undefined> => {
  const file = (await readdir(folder)).find((name) => name.endsWith(REPLACES))
  if (!file) return undefined
  const { version, migrations } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
    readonly version: string
    readonly migrations: Readonly<Record<string, string>>
  }
  return { name: `${file.slice(0, -REPLACES.length)}.sql`, version, replaces: new Map(Object.entries(migrations)) }
}

/**
 * Compares applied migrations (name → checksum) with those that a baseline replaces. `none`: the baseline must run, or has run. `all`: it need not
 * run. `part`: some are missing, so that the last version which has them must run first.
 */
export const replacedBy = ({ name, replaces }: Baseline, applied: ReadonlyMap<string, string>): 'none' | 'all' | 'part' => {
  if (applied.has(name) || ![...replaces.keys()].some((old) => applied.has(old))) return 'none'
  return [...replaces.keys()].every((old) => applied.has(old)) ? 'all' : 'part'
}
