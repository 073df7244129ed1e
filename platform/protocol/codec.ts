import { createAlikeReader } from './alike.ts'
import { type Check, compile } from './compile.ts'
import { LIMITS } from './limits.ts'
import type { MessageKind, Messages } from './messages.ts'
import { SCHEMAS } from './schemas.ts'

export type Decoded<K extends MessageKind> =
  | { readonly ok: true; readonly message: Messages[K] }
  | { readonly ok: false; readonly reason: string }

const checks = Object.fromEntries(Object.entries(SCHEMAS).map(([kind, schema]) => [kind, compile(schema)])) as Readonly<
  Record<MessageKind, Check>
>
const utf8 = new TextDecoder('utf-8', { fatal: true })
const readAlike = createAlikeReader((answers) => checks.ack(answers) === undefined)

/** Undefined when `value` is a message of `kind`, else the reason, which names the field: `[3].p.dim must be between 0 and 100`. */
export const check = (kind: MessageKind, value: unknown): string | undefined => checks[kind](value)

/** The JSON text that travels on a topic of `kind`. The sender keeps to LIMITS; `decode` refuses what exceeds them. */
export const encode = <K extends MessageKind>(_kind: K, message: Messages[K]): string => JSON.stringify(message)

/**
 * Reads and checks a payload of a topic of `kind`.
 * @param payload UTF-8 bytes as they came, or their text.
 * @returns the message, or the reason why it is none (too large, not UTF-8, not JSON, or the field that does not fit). Never throws.
 */
export const decode = <K extends MessageKind>(kind: K, payload: Uint8Array | string): Decoded<K> => {
  if (payload.length > LIMITS.payloadBytes) return { ok: false, reason: `message is larger than ${LIMITS.payloadBytes} bytes` }
  let value: unknown
  try {
    const text = typeof payload === 'string' ? payload : utf8.decode(payload)
    const alike = kind === 'ack' ? readAlike(text) : undefined
    if (alike) return { ok: true, message: alike as Messages[K] }
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'message is not JSON in UTF-8' }
  }
  const reason = checks[kind](value)
  return reason === undefined ? { ok: true, message: value as Messages[K] } : { ok: false, reason }
}
