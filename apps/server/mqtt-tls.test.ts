import { expect, test } from 'vitest'
import { mqttTlsFrom } from './mqtt-tls.ts'

const CERT = { MQTT_TLS_CERT: '/etc/lamplight/cert.pem', MQTT_TLS_KEY: '/etc/lamplight/key.pem' }

test('TLS begins with a certificate and its key, on 8883 unless told', () => {
  expect(mqttTlsFrom({})).toBeUndefined()
  expect(mqttTlsFrom(CERT)).toEqual({ cert: CERT.MQTT_TLS_CERT, key: CERT.MQTT_TLS_KEY, host: '127.0.0.1', port: 8883 })
  expect(mqttTlsFrom({ ...CERT, MQTT_TLS_PORT: '18883', MQTT_HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', port: 18_883 })
})

test('what is missing is named', () => {
  expect(() => mqttTlsFrom({ MQTT_PLAIN: '0' })).toThrow('MQTT_PLAIN=0 needs MQTT_TLS_CERT')
  expect(() => mqttTlsFrom({ MQTT_TLS_CERT: 'x' })).toThrow('MQTT_TLS_KEY is missing')
  expect(() => mqttTlsFrom({ ...CERT, MQTT_TLS_PORT: 'x' })).toThrow('MQTT_TLS_PORT')
})
