import { isSecretKey } from '@lamplight/kit'
import type { Platform } from '@lamplight/server-kit'
import { PARAMS_CHANGED } from '../model/events.ts'
import { PARAM_MASK } from '../model/params.ts'
import type { Params } from '../model/ports.ts'
import { paramSecrets } from './param-secrets.ts'

const FRESH_MS = 2000

export const createParams = (platform: Platform): Params => {
  const secrets = paramSecrets(platform)
  let read: { at: number; values: Promise<Map<string, string>> } | undefined
  platform.bus.on(PARAMS_CHANGED, () => {
    read = undefined
  })
  const load = async (): Promise<Map<string, string>> => {
    const rows = await platform.system.query<{ param_key: string; param_value: string | null }>(
      'select param_key, param_value from system_param where not is_deleted order by param_key',
    )
    return new Map(rows.map((row) => [row.param_key, row.param_value ?? '']))
  }
  const values = (): Promise<Map<string, string>> => {
    const now = platform.clock.now()
    if (!read || now - read.at > FRESH_MS || now < read.at) {
      const loading = load()
      read = { at: now, values: loading }
      loading.catch(() => {
        if (read?.values === loading) read = undefined
      })
    }
    return read.values
  }
  return {
    text: async (key, fallback) => {
      const value = (await values()).get(key)
      const masked = value === PARAM_MASK && isSecretKey(key)
      return (masked ? await secrets.read(key) : value) || fallback
    },
    flag: async (key) => ['true', '1'].includes((await values()).get(key) ?? ''),
    beginning: async (prefixes) =>
      Object.fromEntries([...(await values())].filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix)))),
  }
}
