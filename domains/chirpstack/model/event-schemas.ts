import { type Check, compile, type Schema } from '@lamplight/protocol'

// JSON of ChirpStack v4 events and of the downlink command. It is the Protobuf JSON mapping of api/proto/integration/integration.proto and
// api/proto/gw/gw.proto; https://www.chirpstack.io/docs/chirpstack/integrations/events.html and .../mqtt.html show examples. The mapping leaves out fields
// with their default value (0, false, ''), so that only fields that are never empty are required. The schemas of events
// check only the fields that are used, so that an unexpected form of another field does not lose the event.

const uuid: Schema = { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }
const eui: Schema = { type: 'string', pattern: '^[0-9a-fA-F]{16}$' }
const devAddr: Schema = { type: 'string', pattern: '^[0-9a-fA-F]{8}$' }
/** Protobuf Timestamp: RFC 3339 with nanoseconds; ChirpStack writes the offset as `+00:00`. */
const time: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$' }
const base64: Schema = { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' }
const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const uint32: Schema = { type: 'integer', minimum: 0, maximum: 4_294_967_295 }
const float: Schema = { type: 'number' }
const record = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
})

/** integration.DeviceInfo */
const deviceInfo = record({ applicationId: uuid, devEui: eui }, ['applicationId', 'devEui'])

/** integration.UplinkEvent, with gw.UplinkRxInfo */
const up = record(
  {
    deduplicationId: uuid,
    time,
    deviceInfo,
    devAddr,
    dr: uint32,
    fPort: uint32,
    data: base64,
    rxInfo: { type: 'array', items: record({ rssi: float, snr: float }, []) },
  },
  ['deduplicationId', 'time', 'deviceInfo', 'devAddr'],
)

/** integration.JoinEvent */
const join = record({ time, deviceInfo, devAddr }, ['time', 'deviceInfo', 'devAddr'])

/** integration.AckEvent. After a time-out `acknowledged` is false. */
const ack = record({ time, deviceInfo, queueItemId: uuid, acknowledged: flag }, ['time', 'deviceInfo', 'queueItemId'])

/** integration.TxAckEvent */
const txack = record({ time, deviceInfo, queueItemId: uuid }, ['time', 'deviceInfo', 'queueItemId'])

/** integration.StatusEvent */
const status = record({ time, deviceInfo, margin: float, externalPowerSource: flag, batteryLevelUnavailable: flag, batteryLevel: float }, [
  'time',
  'deviceInfo',
])

/** integration.LogEvent. The mapping leaves out the values 0 (INFO, UNKNOWN) of level and code; a newer version may add values. */
const log = record({ time, deviceInfo, level: text, code: text, description: text, context: record({ queue_item_id: text }, []) }, [
  'time',
  'deviceInfo',
])

/** integration.DownlinkCommand. `devEui` equals that of the topic. Events about the downlink have its `id` as `queueItemId`. */
const down = record(
  { id: uuid, devEui: eui, confirmed: flag, fPort: { type: 'integer', minimum: 1, maximum: 255 }, data: base64, expiresAt: time },
  ['devEui', 'fPort', 'data'],
)

export const CHIRPSTACK_SCHEMAS = { up, join, ack, txack, status, log, down } as const
export type EventKind = Exclude<keyof typeof CHIRPSTACK_SCHEMAS, 'down'>

export interface DeviceInfo {
  readonly applicationId: string
  readonly devEui: string
}
interface Common {
  readonly time: string
  readonly deviceInfo: DeviceInfo
}
export interface UpEvent extends Common {
  readonly deduplicationId: string
  readonly devAddr: string
  readonly dr?: number
  readonly fPort?: number
  readonly data?: string
  readonly rxInfo?: readonly { readonly rssi?: number; readonly snr?: number }[]
}
export interface JoinEvent extends Common {
  readonly devAddr: string
}
export interface AckEvent extends Common {
  readonly queueItemId: string
  readonly acknowledged?: boolean
}
export interface TxAckEvent extends Common {
  readonly queueItemId: string
}
export interface StatusEvent extends Common {
  readonly margin?: number
  readonly externalPowerSource?: boolean
  readonly batteryLevelUnavailable?: boolean
  readonly batteryLevel?: number
}
export interface LogEvent extends Common {
  readonly level?: string
  readonly code?: string
  readonly description?: string
  readonly context?: Readonly<Record<string, string>>
}
export interface Events {
  readonly up: UpEvent
  readonly join: JoinEvent
  readonly ack: AckEvent
  readonly txack: TxAckEvent
  readonly status: StatusEvent
  readonly log: LogEvent
}
export interface DownCommand {
  readonly id: string
  readonly devEui: string
  readonly confirmed: boolean
  readonly fPort: number
  readonly data: string
  readonly expiresAt?: string
}

const checks = Object.fromEntries(Object.entries(CHIRPSTACK_SCHEMAS).map(([kind, schema]) => [kind, compile(schema)])) as Readonly<
  Record<keyof typeof CHIRPSTACK_SCHEMAS, Check>
>
/** Returns what is wrong with a message; undefined if it fits its schema. */
export const eventFault = (kind: keyof typeof CHIRPSTACK_SCHEMAS, message: unknown): string | undefined => checks[kind](message)

/** Reads the JSON of an event. `null` means the same as a missing field, as in every Protobuf JSON. Returns undefined if it is no JSON. */
export const readEvent = (payload: string): unknown => {
  try {
    return JSON.parse(payload, (_key, value: unknown) =>
      value === null ? undefined : Array.isArray(value) ? value.filter((one) => one !== undefined) : value,
    )
  } catch {
    return undefined
  }
}

const TOPIC = /^application\/([0-9a-fA-F-]{36})\/device\/([0-9a-fA-F]{16})\/event\/([a-z]+)$/
/** Returns the parts of an event topic, ids in small letters; undefined for another topic. */
export const readTopic = (
  topic: string,
): { readonly applicationId: string; readonly devEui: string; readonly event: string } | undefined => {
  const [, applicationId, devEui, event] = TOPIC.exec(topic) ?? []
  return applicationId && devEui && event ? { applicationId: applicationId.toLowerCase(), devEui: devEui.toLowerCase(), event } : undefined
}
export const eventFilter = (applicationId: string): string => `application/${applicationId}/device/+/event/+`
export const downTopic = (applicationId: string, devEui: string): string => `application/${applicationId}/device/${devEui}/command/down`
