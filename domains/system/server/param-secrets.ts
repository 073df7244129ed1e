import { createVault, type Platform } from '@lamplight/server-kit'
import { PARAM_MASK } from '../model/params.ts'

const nameOf = (key: string): string => `param:${key}`

/** Values of secret parameters: stored encrypted in another table; the parameter's row holds a mask. */
export const paramSecrets = (platform: Pick<Platform, 'system' | 'config'>) => {
  const vault = createVault(platform)
  const { query } = platform.system
  return {
    put: async (key: string, value: string): Promise<void> => {
      await query('insert into system_secret (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value', [
        nameOf(key),
        await vault.seal(value, nameOf(key)),
      ])
    },
    read: async (key: string): Promise<string> => {
      const [row] = await query<{ value: string }>('select value from system_secret where name = $1', [nameOf(key)])
      return row ? vault.open(row.value, nameOf(key)) : ''
    },
    /** Encrypts values that an earlier version stored in plain text. */
    seal: async (keys: readonly string[]): Promise<void> => {
      const rows = await query<{ id: string; key: string; value: string }>(
        `select id, param_key as key, param_value as value from system_param
         where param_key = any($1) and not is_deleted and coalesce(param_value, '') not in ('', $2)`,
        [keys, PARAM_MASK],
      )
      for (const row of rows) {
        await paramSecrets(platform).put(row.key, row.value)
        await query('update system_param set param_value = $2 where id = $1', [row.id, PARAM_MASK])
      }
    },
  }
}
