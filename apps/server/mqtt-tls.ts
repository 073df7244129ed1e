import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

/** Returns the content of a PEM file. Throws a message with the name of the setting if it cannot be read. */
const readPem = (setting: string, path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})`
    throw new Error(`${setting}=${path}: ${reason}`)
  }
}

/** Throws a message with the names of the settings if certificate or key are invalid or do not belong together. */
const checkPair = (cert: string, key: string): void => {
  const files = { cert: readPem('MQTT_TLS_CERT', cert), key: readPem('MQTT_TLS_KEY', key) }
  try {
    createSecureContext(files)
  } catch (thrown) {
    throw new Error(
      `MQTT_TLS_CERT=${cert} and MQTT_TLS_KEY=${key} are no certificate with its key, both in PEM (${(thrown as Error).message})`,
    )
  }
}

/**
 * Returns the options of the embedded broker's TLS listener from `MQTT_TLS_CERT`, `MQTT_TLS_KEY` and `MQTT_TLS_PORT`; undefined without them.
 * Throws a message that names what is missing or wrong.
 */
export const mqttTlsFrom = (env: Readonly<Record<string, string | undefined>>) => {
  const { MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT: port = '8883', MQTT_PLAIN: plain } = env
  if (!cert && !key) {
    if (plain === '0') throw new Error('MQTT_PLAIN=0 needs MQTT_TLS_CERT and MQTT_TLS_KEY: no gateway could connect')
    return undefined
  }
  if (!cert || !key) throw new Error(`${cert ? 'MQTT_TLS_KEY' : 'MQTT_TLS_CERT'} is missing: TLS needs a certificate and its key`)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`MQTT_TLS_PORT is no port: ${port}`)
  checkPair(cert, key)
  return { cert, key, host: env.MQTT_HOST ?? '127.0.0.1', port: Number(port) }
}
