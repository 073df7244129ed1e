import { randomBytes } from 'node:crypto'
import type { Platform } from '../platform-types.ts'

/** Returns the random secret that the database stores under `name` (64 characters of base64url). The first call creates it. */
export const keptSecret = async ({ system }: Pick<Platform, 'system'>, name: string): Promise<string> => {
  await system.query('insert into system_secret (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    randomBytes(48).toString('base64url'),
  ])
  const [row] = await system.query<{ value: string }>('select value from system_secret where name = $1', [name])
  if (!row) throw new Error(`the secret ${name} is missing`)
  return row.value
}
