import { createHmac, timingSafeEqual } from 'node:crypto'

/** Hash function of the signatures by the operator's interface (`OPERATOR_KIND`): jsc uses MD5, as T/CEC 102.4 says, ty uses SHA-256. */
const HASHES: Readonly<Record<number, 'md5' | 'sha256'>> = { 1: 'md5', 2: 'sha256' }
/** T/CEC 102 gives times in China standard time, which has no summer time. */
const ZONE_MS = 8 * 3_600_000

/** A signed message of T/CEC 102.4. `Data` is JSON text; the signature is over this text as it is sent. */
export interface Envelope {
  readonly OperatorID: string
  readonly Data: string
  /** `yyyyMMddHHmmss` in China standard time. */
  readonly TimeStamp: string
  /** Four digits. */
  readonly Seq: string
  /** HMAC over OperatorID, Data, TimeStamp and Seq: hexadecimal digits, capitals. */
  readonly Sig: string
}

/** The values with which an operator signs. `kind`: its interface (`OPERATOR_KIND`). */
export interface SignedBy {
  readonly kind: number
  readonly operatorId: string
  readonly secret: string
}

/** `yyyyMMddHHmmss` in China standard time. `at`: epoch ms. */
export const stampOf = (at: number): string => new Date(at + ZONE_MS).toISOString().replace(/\D/g, '').slice(0, 14)

/** Reads `yyyyMMddHHmmss`, or `yyyy-MM-dd HH:mm:ss`, of China standard time as epoch ms; undefined if it is no time. */
export const readStamp = (text: string): number | undefined => {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2}) ?(\d{2}):?(\d{2}):?(\d{2})$/.exec(text)
  if (!parts) return undefined
  const iso = `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}`
  const at = Date.parse(`${iso}Z`)
  // Date.parse accepts days that a month does not have, and moves them to the next month.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== iso ? undefined : at - ZONE_MS
}

const macOf = (kind: number, secret: string, text: string): string =>
  createHmac(HASHES[kind] ?? 'sha256', secret)
    .update(text, 'utf8')
    .digest('hex')
    .toUpperCase()

/** Returns the signature of a message. `kind`: interface of the operator (`OPERATOR_KIND`). */
export const sign = (kind: number, secret: string, { OperatorID, Data, TimeStamp, Seq }: Omit<Envelope, 'Sig'>): string =>
  macOf(kind, secret, `${OperatorID}${Data}${TimeStamp}${Seq}`)

/** Returns the signature of an answer. It is over `Ret`, `Msg` and `Data`. */
export const signAnswer = (
  kind: number,
  secret: string,
  answer: { readonly Ret: number; readonly Msg: string; readonly Data: string },
): string => macOf(kind, secret, `${answer.Ret}${answer.Msg}${answer.Data}`)

/** Compares two signatures; `given` may have small letters. The time does not depend on the place of the first difference. */
export const isSame = (wanted: string, given: string): boolean => {
  const [one, other] = [Buffer.from(wanted, 'utf8'), Buffer.from(given.toUpperCase(), 'utf8')]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Makes a signed message. `at`: epoch ms; `n`: number among the messages of the same second, its `Seq`. */
export const envelope = ({ kind, operatorId, secret }: SignedBy, data: object, at: number, n = 1): Envelope => {
  const head = { OperatorID: operatorId, Data: JSON.stringify(data), TimeStamp: stampOf(at), Seq: String(n % 10_000).padStart(4, '0') }
  return { ...head, Sig: sign(kind, secret, head) }
}
