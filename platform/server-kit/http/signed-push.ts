import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Largest difference between the time in a signed request and the clock of its receiver, ms. */
export const SIGNED_WINDOW_MS = 300_000

/** Id and secret with which both sides sign and check requests. */
export interface PushKey {
  readonly appId: string
  readonly secret: string
}
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** HMAC-SHA256 over time (epoch ms), nonce and body, one line each; hexadecimal. */
const signatureOf = (secret: string, timestamp: string, nonce: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${nonce}\n${body}`).digest('hex')

/** Returns the headers of a signed JSON request. `now`: epoch ms. */
export const signedHeaders = ({ appId, secret }: PushKey, body: string, now: number): Record<string, string> => {
  const [timestamp, nonce] = [String(Math.round(now)), randomBytes(16).toString('hex')]
  return {
    'content-type': 'application/json',
    'x-app-id': appId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signatureOf(secret, timestamp, nonce, body),
  }
}

/** Compares texts of any length in constant time. */
const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

/**
 * Returns true if the headers sign this body with the key, at a time within `SIGNED_WINDOW_MS` of `now`. Without a key it computes a signature too and
 * returns false, so that the time of the answer does not show whether the app id is known.
 */
export const isSigned = (key: PushKey | undefined, headers: Headers, body: string, now: number): boolean => {
  const header = (name: string): string => (typeof headers[name] === 'string' ? headers[name] : '')
  const [appId, timestamp, nonce] = [header('x-app-id'), header('x-timestamp'), header('x-nonce')]
  const { appId: wanted, secret } = key ?? { appId: '', secret: randomBytes(32).toString('hex') }
  const isWellFormed = /^\d{13}$/.test(timestamp) && /^[\w-]{8,64}$/.test(nonce)
  const isTimely = Math.abs(now - Number(timestamp)) <= SIGNED_WINDOW_MS
  const isRight = isEqual(header('x-signature'), signatureOf(secret, timestamp, nonce, body))
  const isKnown = isEqual(appId, wanted)
  return key !== undefined && isWellFormed && isTimely && isRight && isKnown
}
