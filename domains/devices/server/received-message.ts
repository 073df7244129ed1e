import { type Ack, type DeviceEvent, type Dropped, decodeUp, type Hello, type Report } from '@lamplight/protocol'
import type { UpMessage } from '@lamplight/server-kit'

/** A valid message that waits for its commit. */
export interface ReceivedMessage {
  readonly gateway: string
  readonly receivedAt: number
  readonly content:
    | { readonly kind: 'hello'; readonly hello: Hello }
    | { readonly kind: 'report'; readonly entries: readonly Report[] }
    | { readonly kind: 'ack'; readonly entries: readonly Ack[] }
    | { readonly kind: 'event'; readonly entries: readonly DeviceEvent[] }
  /** Entries with values that break the schema of a lamp controller. */
  readonly doubtful: readonly Dropped[]
  readonly payload: Uint8Array
  readonly done: () => void
  readonly failed: (why: unknown) => void
}

type Content = ReceivedMessage['content']

type Reading =
  | { readonly content: Content; readonly dropped: readonly Dropped[]; readonly doubtful: readonly Dropped[] }
  | { readonly reason: string }
const NONE: readonly Dropped[] = []

/** Parses a message and drops invalid entries; returns the reason if none is valid. */
export const readMessage = ({ gateway, kind, payload }: UpMessage): Reading => {
  if (kind === 'hello') {
    const decoded = decodeUp('hello', payload)
    if (!decoded.ok) return decoded
    if (decoded.message.sn !== gateway) return { reason: 'sn must be the serial number of the gateway' }
    return { content: { kind, hello: decoded.message }, dropped: decoded.dropped, doubtful: NONE }
  }
  const decoded = decodeUp(kind, payload)
  if (!decoded.ok) return decoded
  const content = { kind, entries: decoded.message } as Content
  if (decoded.dropped.length === 0) return { content, dropped: NONE, doubtful: NONE }
  return {
    content,
    dropped: decoded.dropped.filter(({ valuesOnly }) => !valuesOnly),
    doubtful: decoded.dropped.filter(({ valuesOnly }) => valuesOnly),
  }
}

interface Contents {
  readonly content: Content
  readonly doubtful?: readonly Dropped[]
}
/** Serial numbers of the devices in a message. */
export const devicesIn = ({ content, doubtful = NONE }: Contents): readonly { readonly sn: string }[] => {
  const devices = content.kind === 'hello' ? content.hello.children : content.entries
  return doubtful.length === 0 ? devices : [...devices, ...doubtful.map(({ entry }) => entry as { readonly sn: string })]
}

export const rowsIn = (contents: Contents): number => (contents.content.kind === 'hello' ? 1 : 0) + devicesIn(contents).length

/** True for a last will: the broker sends it after the gateway's connection ended. */
export const isFarewell = (content: Content, gateway: string): boolean =>
  content.kind === 'event' && content.entries.some(({ sn, type, on }) => sn === gateway && type === 'communicationFailure' && on)
