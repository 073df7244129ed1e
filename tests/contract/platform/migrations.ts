import { fileURLToPath } from 'node:url'

/** Folder of the migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
/** Returns the path of a command-line program, as `npm run NAME` starts it. */
export const command = (name: string): string => fileURLToPath(new URL(`../../../apps/server/${name}.ts`, import.meta.url))
