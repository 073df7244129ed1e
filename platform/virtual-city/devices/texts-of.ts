import { LIMITS } from '@lamplight/protocol'

/** Largest number of UTF-8 bytes of a JavaScript character. */
const CHARACTER_BYTES = 3

const isTooLarge = (text: string): boolean =>
  text.length * CHARACTER_BYTES > LIMITS.payloadBytes && Buffer.byteLength(text) > LIMITS.payloadBytes

/** Splits entries into messages within the protocol's limits. Without entries it returns one message. */
export const textsOf = <T>(entries: readonly T[], encode: (entries: readonly T[]) => string): string[] => {
  const text = entries.length <= LIMITS.entriesPerMessage ? encode(entries) : undefined
  if (text !== undefined && (entries.length <= 1 || !isTooLarge(text))) return [text]
  const middle = text === undefined ? LIMITS.entriesPerMessage : entries.length >> 1
  return [...textsOf(entries.slice(0, middle), encode), ...textsOf(entries.slice(middle), encode)]
}
