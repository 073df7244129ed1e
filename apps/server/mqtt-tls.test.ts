import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '@lamplight/testing'
import { afterAll, expect, test } from 'vitest'
import { mqttTlsFrom } from './mqtt-tls.ts'

const home = mkdtempSync(join(tmpdir(), 'lamplight-tls-files-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const CERT = { MQTT_TLS_CERT: join(home, 'cert.pem'), MQTT_TLS_KEY: join(home, 'key.pem') }
writeFileSync(CERT.MQTT_TLS_CERT, LOCALHOST_CERT)
writeFileSync(CERT.MQTT_TLS_KEY, LOCALHOST_KEY)

test('a certificate with its key switches TLS on; the default port is 8883', () => {
  expect(mqttTlsFrom({})).toBeUndefined()
  expect(mqttTlsFrom(CERT)).toEqual({ cert: CERT.MQTT_TLS_CERT, key: CERT.MQTT_TLS_KEY, host: '127.0.0.1', port: 8883 })
  expect(mqttTlsFrom({ ...CERT, MQTT_TLS_PORT: '18883', MQTT_HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', port: 18_883 })
})

test('a missing TLS setting is named in the error', () => {
  expect(() => mqttTlsFrom({ MQTT_PLAIN: '0' })).toThrow('MQTT_PLAIN=0 needs MQTT_TLS_CERT')
  expect(() => mqttTlsFrom({ MQTT_TLS_CERT: 'x' })).toThrow('MQTT_TLS_KEY is missing')
  expect(() => mqttTlsFrom({ ...CERT, MQTT_TLS_PORT: 'x' })).toThrow('MQTT_TLS_PORT')
})

test('files that do not exist, or hold no matching certificate and key, are refused by the name of the setting', () => {
  const away = join(home, 'away.pem')
  expect(() => mqttTlsFrom({ ...CERT, MQTT_TLS_CERT: away })).toThrow(`MQTT_TLS_CERT=${away}: there is no such file`)
  expect(() => mqttTlsFrom({ ...CERT, MQTT_TLS_KEY: home })).toThrow(`MQTT_TLS_KEY=${home}: the file cannot be read (EISDIR)`)
  expect(() => mqttTlsFrom({ ...CERT, MQTT_TLS_KEY: CERT.MQTT_TLS_CERT })).toThrow(
    /^MQTT_TLS_CERT=.* and MQTT_TLS_KEY=.* are no certificate with its key/,
  )
})
