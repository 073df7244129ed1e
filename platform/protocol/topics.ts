/** Kinds of messages that a gateway sends. */
export const UP_KINDS = ['hello', 'report', 'ack', 'event'] as const
/** Kinds of messages that a gateway receives. */
export const DOWN_KINDS = ['command', 'calendar', 'firmware'] as const

export type UpKind = (typeof UP_KINDS)[number]
export type DownKind = (typeof DOWN_KINDS)[number]
export type Direction = 'up' | 'down'
export type ParsedTopic =
  | { readonly gateway: string; readonly direction: 'up'; readonly kind: UpKind }
  | { readonly gateway: string; readonly direction: 'down'; readonly kind: DownKind }

/** Pattern of a serial number. It is also one level of a topic, so `/`, `+` and `#` are not allowed. */
export const SN_PATTERN = '^[A-Za-z0-9._:-]{1,64}$'
const serialNumber = new RegExp(SN_PATTERN, 'u')

const PREFIX = 'll/1/'
const UP: Readonly<Record<string, UpKind | undefined>> = { hello: 'hello', report: 'report', ack: 'ack', event: 'event' }
const DOWN: Readonly<Record<string, DownKind | undefined>> = { command: 'command', calendar: 'calendar', firmware: 'firmware' }

/** True if `text` is a valid serial number for topics and messages. */
export const isSerialNumber = (text: string): boolean => serialNumber.test(text)

/** Builds the topics of the device protocol, version 1 (design section 5). */
export const topics = {
  /** Topic on which `gateway` publishes messages of `kind`. */
  up: (gateway: string, kind: UpKind): string => `${PREFIX}${gateway}/up/${kind}`,
  /** Topic on which the server publishes messages of `kind` for `gateway`. */
  down: (gateway: string, kind: DownKind): string => `${PREFIX}${gateway}/down/${kind}`,
  /** Filter for all messages to a gateway. */
  downFilter: (gateway: string): string => `${PREFIX}${gateway}/down/+`,
  /** Filter for the messages of all gateways. */
  upFilter: `${PREFIX}+/up/+`,
} as const

/** Returns the parts of a topic of this protocol; null if it is not one (unknown version, direction or kind, or a bad serial number). */
export const parseTopic = (topic: string): ParsedTopic | null => {
  if (!topic.startsWith(PREFIX)) return null
  const parts = topic.split('/')
  const [, , gateway, direction, kind] = parts
  if (parts.length !== 5 || gateway === undefined || kind === undefined || !serialNumber.test(gateway)) return null
  if (direction === 'up') {
    const up = Object.hasOwn(UP, kind) ? UP[kind] : undefined
    return up ? { gateway, direction, kind: up } : null
  }
  if (direction === 'down') {
    const down = Object.hasOwn(DOWN, kind) ? DOWN[kind] : undefined
    return down ? { gateway, direction, kind: down } : null
  }
  return null
}
