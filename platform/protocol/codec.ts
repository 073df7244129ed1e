import { createAlikeReader } from './alike.ts'
import { type Check, compile } from './compile.ts'
import { LIMITS } from './limits.ts'
import type { MessageKind, Messages } from './messages.ts'
import { SCHEMAS, withAnyValues } from './schemas.ts'
import type { UpKind } from './topics.ts'

export type Decoded<K extends MessageKind> =
  | { readonly ok: true; readonly message: Messages[K] }
  | { readonly ok: false; readonly reason: string }

const checks = Object.fromEntries(Object.entries(SCHEMAS).map(([kind, schema]) => [kind, compile(schema)])) as Readonly<
  Record<MessageKind, Check>
>
/** Checks of entries that leave the values in `p` unchecked. */
const openChecks: Readonly<Record<Exclude<UpKind, 'hello'>, Check>> = {
  report: compile(withAnyValues(SCHEMAS.report)),
  ack: compile(withAnyValues(SCHEMAS.ack)),
  event: compile(withAnyValues(SCHEMAS.event)),
}
const utf8 = new TextDecoder('utf-8', { fatal: true })
const readAlike = createAlikeReader((answers) => checks.ack(answers) === undefined)

/** Returns undefined if `value` is a message of `kind`, else the reason, which names the field: `[3].p.dim must be between 0 and 100`. */
export const check = (kind: MessageKind, value: unknown): string | undefined => checks[kind](value)

/** Returns the JSON text of a message. The sender must keep to LIMITS; `decode` refuses longer messages. */
export const encode = <K extends MessageKind>(_kind: K, message: Messages[K]): string => JSON.stringify(message)

/**
 * Parses and checks a payload of a topic of `kind`. @param payload UTF-8 bytes as received, or their text. @returns the message, or the reason
 * why it is not valid (too large, not UTF-8, not JSON, or the field that does not fit). Never throws.
 */
export const decode = <K extends MessageKind>(kind: K, payload: Uint8Array | string): Decoded<K> => {
  const decoded = read(kind, payload)
  return decoded.ok ? decoded : { ok: false, reason: decoded.reason }
}

type Read<K extends MessageKind> =
  | { readonly ok: true; readonly message: Messages[K] }
  // Set if the payload was JSON.
  | { readonly ok: false; readonly reason: string; readonly value?: unknown }

const read = <K extends MessageKind>(kind: K, payload: Uint8Array | string): Read<K> => {
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
  return reason === undefined ? { ok: true, message: value as Messages[K] } : { ok: false, reason, value }
}

/** An invalid entry that was left out of a message. */
export interface Dropped {
  readonly index: number
  /** Names the entry and its field: `[3].p.dim must be between 0 and 100`. */
  readonly reason: string
  readonly entry: unknown
  /** True: only values in `p` break the schema of a lamp controller. They may be valid for a device of another type. */
  readonly valuesOnly: boolean
}
export type DecodedUp<K extends UpKind> =
  | { readonly ok: true; readonly message: Messages[K]; readonly dropped: readonly Dropped[] }
  | { readonly ok: false; readonly reason: string }

const NONE: readonly Dropped[] = []

/** Splits entries into valid and invalid ones. */
const sift = (
  entries: readonly unknown[],
  path: string,
  checkOne: (entry: unknown) => string | undefined,
  isOpen: (entry: unknown) => boolean = () => false,
) => {
  const dropped: Dropped[] = []
  const good = entries.filter((entry, index) => {
    const reason = checkOne(entry)
    if (reason !== undefined)
      dropped.push({ index, reason: reason.replace(`${path}[0]`, `${path}[${index}]`), entry, valuesOnly: isOpen(entry) })
    return reason === undefined
  })
  return { good, dropped }
}

/** Returns a message without its invalid entries (or children of a hello); undefined if nothing is left or the rest is invalid too. */
const salvage = (kind: UpKind, value: unknown): { readonly message: unknown; readonly dropped: readonly Dropped[] } | undefined => {
  if (kind === 'hello') {
    const { children } = (value ?? {}) as { children?: unknown }
    if (!Array.isArray(children) || children.length > LIMITS.entriesPerMessage) return undefined
    const bare = { ...(value as object), children: [] }
    if (checks.hello(bare) !== undefined) return undefined
    const { good, dropped } = sift(children, 'children', (child) => checks.hello({ ...bare, children: [child] }))
    return { message: { ...bare, children: good }, dropped }
  }
  if (!Array.isArray(value) || value.length > LIMITS.entriesPerMessage) return undefined
  const { good, dropped } = sift(
    value,
    '',
    (entry) => checks[kind]([entry]),
    (entry) => openChecks[kind]([entry]) === undefined,
  )
  return good.length === 0 && !dropped.some(({ valuesOnly }) => valuesOnly) ? undefined : { message: good, dropped }
}

/** Reads a message of a gateway like `decode`, but leaves out invalid entries and reports them with reasons. */
export const decodeUp = <K extends UpKind>(kind: K, payload: Uint8Array | string): DecodedUp<K> => {
  const decoded = read(kind, payload)
  if (decoded.ok) return { ok: true, message: decoded.message, dropped: NONE }
  const rest = decoded.value === undefined ? undefined : salvage(kind, decoded.value)
  return rest ? { ok: true, message: rest.message as Messages[K], dropped: rest.dropped } : { ok: false, reason: decoded.reason }
}
