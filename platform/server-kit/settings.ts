import type { Config } from './platform-types.ts'

type Env = Readonly<Record<string, string | undefined>>
type Range = readonly [least: number, most: number]

const ANY: Range = [0, Number.MAX_SAFE_INTEGER]
const PORT: Range = [0, 65_535]

/** Every numeric setting with its allowed range. `Config.number` takes only these names. */
const NUMBERS = {
  ANSWER_SECONDS: ANY,
  CLOCK_AHEAD_SECONDS: ANY,
  COMMAND_EXPIRE_SECONDS: ANY,
  COMMAND_READS_PER_SECOND: [1, Number.MAX_SAFE_INTEGER],
  COMMAND_RESEND_SECONDS: ANY,
  COMMAND_VERIFY_SECONDS: ANY,
  COMMAND_WAVE_SECONDS: [0.1, 3600],
  CONNECT_SECONDS: ANY,
  DAILY_DAYS: ANY,
  DEMO_LAMPS: [0, 1_000_000],
  DEMO_DEVICES: [0, 1000],
  DEMO_NIGHTS: [0, 60],
  DEMO_STRATEGIES: [0, 1],
  DEMO_ROWS: [0, 1],
  DISK_FREE_MB: ANY,
  DRAIN_SECONDS: ANY,
  GATEWAY_RETURN_SECONDS: ANY,
  HOURLY_DAYS: ANY,
  LOGIN_ADDRESS_FAILURES: ANY,
  LOGIN_LOCK_FAILURES: ANY,
  LOGIN_LOCK_MINUTES: ANY,
  MQTT_PORT: PORT,
  OUTBOUND_PRIVATE: [0, 1],
  PORT,
  REGISTER_ADDRESS: ANY,
  REPORT_SECONDS: [1, 86_400],
  SMS_ADDRESS_SENDS: ANY,
  SMS_PHONE_HOUR: ANY,
  SMS_TENANT_DAY: ANY,
  SOCKETS_PER_USER: [1, 10_000],
  STATEMENT_SECONDS: ANY,
  TELEMETRY_DAYS: ANY,
  DEVICE_LOG_DAYS: ANY,
  MISFIT_DAYS: ANY,
  FACILITY_FAULT_SECONDS: [0.1, 3600],
  ALARM_SECONDS: [0.1, 3600],
  INCIDENT_OPENS_SECONDS: [0, 600],
  INCIDENT_CLOSES_SECONDS: [0, 86_400],
  FORWARD_SECONDS: [0.1, 3600],
  DIAGNOSIS_TEST_SECONDS: [0.1, 3600],
  FAULT_DAYS: ANY,
  TRUST_NEW_PER_ADDRESS: ANY,
  TRUST_NEW_PER_HOUR: ANY,
  TRUST_PROXY: [0, 100],
} as const satisfies Record<string, Range>

export type NumberSetting = keyof typeof NUMBERS

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
