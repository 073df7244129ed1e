import type { Config } from './platform-types.ts'
import { ANY, NUMBERS, type NumberSetting, PORT } from './settings.ts'

type Env = Readonly<Record<string, string | undefined>>

const numberIn = (env: Env, name: NumberSetting): number | undefined => {
  const text = (env[name] ?? '').trim()
  if (text === '') return undefined
  const value = Number(text)
  const [least, most] = NUMBERS[name]
  if (!Number.isFinite(value) || value < least || value > most || (NUMBERS[name] === PORT && !Number.isInteger(value)))
    throw new Error(
      `${name}=${text} is not possible: ${name} takes ${most === ANY[1] ? `a number, ${least} or more` : `a number from ${least} to ${most}`}`,
    )
  return value
}

const addressIn = (env: Env, name: string, protocols: readonly string[]): string | undefined => {
  const text = env[name]
  if (!text) return undefined
  // The address may contain a password, so the message does not repeat it.
  if (!protocols.includes(URL.parse(text)?.protocol ?? ''))
    throw new Error(`${name} is no address: it begins with ${protocols.map((each) => `${each}//`).join(' or ')}`)
  return text
}

/** Reads the settings of a deployment. Throws an error that names the setting if a value is not allowed. */
export const configFrom = (env: Env): Config => {
  for (const name of Object.keys(NUMBERS) as NumberSetting[]) numberIn(env, name)
  for (const name of ['DEMO', 'DEMO_LIT', 'VIRTUAL_CITY'])
    if (!['', '0', '1'].includes(env[name] ?? '')) throw new Error(`${name}=${env[name]} is not possible: ${name} takes 0 or 1`)
  addressIn(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  addressIn(env, 'MQTT_URL', ['mqtt:', 'mqtts:', 'tcp:', 'ssl:', 'ws:', 'wss:'])
  const port = numberIn(env, 'PORT') ?? 7900
  const host = env.HOST || '127.0.0.1'
  return {
    port,
    host,
    dataDir: env.DATA_DIR || './data',
    demo: env.DEMO !== '0',
    tileUrl: env.TILE_URL ?? '',
    publicUrl: (addressIn(env, 'PUBLIC_URL', ['http:', 'https:']) ?? '').replace(/\/+$/, ''),
    secretsKey: env.SECRETS_KEY ?? '',
    embedOrigins: env.EMBED_ORIGINS ?? '',
    backupPassphrase: env.BACKUP_PASSPHRASE ?? '',
    number: (name, fallback) => numberIn(env, name) ?? fallback,
  }
}
