import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '@lamplight/server-kit'

/** Folder of the migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
/** Returns the path of a command-line program, as `npm run NAME` starts it. */
export const command = (name: string): string => fileURLToPath(new URL(`../../../apps/server/${name}.ts`, import.meta.url))

/** Applies the migrations before the one that begins with `number`. */
export const migrateBefore = async (url: string, number: string): Promise<void> => {
  const older = await mkdtemp(join(tmpdir(), 'lamplight-migrations-'))
  for (const name of await readdir(MIGRATIONS)) if (name < number) await cp(join(MIGRATIONS, name), join(older, name))
  await migrate(url, older)
  await rm(older, { recursive: true, force: true })
}
