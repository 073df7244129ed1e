import { type Check, compile, type Schema } from '@lamplight/protocol'

// JSON of ChirpStack v4 events and of the downlink command. It is the Protobuf JSON mapping of api/proto/integration/integration.proto and
// api/proto/gw/gw.proto; https://www.chirpstack.io/docs/chirpstack/integrations/events.html and .../mqtt.html show examples. The mapping leaves out fields
// with their default value (0, false, ''), so that only fields that are never empty are required. Unknown keys are allowed, because newer versions add fields.

const uuid: Schema = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }
const eui: Schema = { type: 'string', pattern: '^[0-9a-f]{16}$' }
const devAddr: Schema = { type: 'string', pattern: '^[0-9a-f]{8}$' }
/** Protobuf Timestamp: RFC 3339 with nanoseconds; ChirpStack writes the offset as `+00:00`. */
const time: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$' }
const base64: Schema = { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' }
const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const uint32: Schema = { type: 'integer', minimum: 0, maximum: 4_294_967_295 }
const int32: Schema = { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 }
const float: Schema = { type: 'number' }
const texts: Schema = { type: 'object', additionalProperties: text }
const record = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
})

/** integration.DeviceInfo */
const deviceInfo = record(
  {
    tenantId: uuid,
    tenantName: text,
    applicationId: uuid,
    applicationName: text,
    deviceProfileId: uuid,
    deviceProfileName: text,
    deviceName: text,
    devEui: eui,
    deviceClassEnabled: { type: 'string', enum: ['CLASS_A', 'CLASS_B', 'CLASS_C'] },
    tags: texts,
  },
  ['tenantId', 'applicationId', 'devEui'],
)

/** gw.Modulation. Lamp nodes use LoRa only. */
const modulation = record(
  {
    lora: record(
      {
        bandwidth: uint32,
        spreadingFactor: uint32,
        codeRate: { type: 'string', pattern: '^CR_' },
        polarizationInversion: flag,
        preamble: uint32,
        noCrc: flag,
      },
      [],
    ),
  },
  [],
)

/** gw.UplinkRxInfo */
const rxInfo = record(
  {
    gatewayId: eui,
    uplinkId: uint32,
    gwTime: time,
    nsTime: time,
    rssi: int32,
    snr: float,
    channel: uint32,
    context: base64,
    metadata: texts,
    crcStatus: text,
  },
  ['gatewayId'],
)

/** integration.UplinkEvent */
const up = record(
  {
    deduplicationId: uuid,
    time,
    deviceInfo,
    devAddr,
    adr: flag,
    dr: uint32,
    fCnt: uint32,
    fPort: uint32,
    confirmed: flag,
    data: base64,
    object: { type: 'object' },
    rxInfo: { type: 'array', items: rxInfo },
    txInfo: record({ frequency: uint32, modulation }, []),
    regionConfigId: text,
  },
  ['deduplicationId', 'time', 'deviceInfo', 'devAddr'],
)

/** integration.JoinEvent */
const join = record({ deduplicationId: uuid, time, deviceInfo, devAddr, regionConfigId: text }, [
  'deduplicationId',
  'time',
  'deviceInfo',
  'devAddr',
])

/** integration.AckEvent. After a time-out `acknowledged` is false and `deduplicationId` is empty. */
const ack = record(
  {
    deduplicationId: { type: 'string', pattern: '^$|^[0-9a-f-]{36}$' },
    time,
    deviceInfo,
    queueItemId: uuid,
    acknowledged: flag,
    fCntDown: uint32,
  },
  ['time', 'deviceInfo', 'queueItemId'],
)

/** integration.TxAckEvent */
const txack = record(
  {
    downlinkId: uint32,
    time,
    deviceInfo,
    queueItemId: uuid,
    fCntDown: uint32,
    gatewayId: eui,
    txInfo: record({ frequency: uint32, power: int32, modulation, timing: { type: 'object' }, context: base64 }, []),
  },
  ['time', 'deviceInfo', 'queueItemId', 'gatewayId'],
)

/** integration.StatusEvent */
const status = record(
  { deduplicationId: uuid, time, deviceInfo, margin: int32, externalPowerSource: flag, batteryLevelUnavailable: flag, batteryLevel: float },
  ['deduplicationId', 'time', 'deviceInfo'],
)

/** integration.LogEvent with LogLevel and LogCode. The mapping leaves out the values 0 (INFO, UNKNOWN). */
const log = record(
  {
    time,
    deviceInfo,
    level: { type: 'string', enum: ['INFO', 'WARNING', 'ERROR'] },
    code: {
      type: 'string',
      enum: [
        'UNKNOWN',
        'DOWNLINK_PAYLOAD_SIZE',
        'UPLINK_CODEC',
        'DOWNLINK_CODEC',
        'OTAA',
        'UPLINK_F_CNT_RESET',
        'UPLINK_MIC',
        'UPLINK_F_CNT_RETRANSMISSION',
        'DOWNLINK_GATEWAY',
        'RELAY_NEW_END_DEVICE',
        'F_CNT_DOWN',
        'EXPIRED',
      ],
    },
    description: text,
    context: texts,
  },
  ['time', 'deviceInfo'],
)

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

const TOPIC = /^application\/([0-9a-f-]{36})\/device\/([0-9a-f]{16})\/event\/([a-z]+)$/
/** Returns the parts of an event topic; undefined for another topic. */
export const readTopic = (
  topic: string,
): { readonly applicationId: string; readonly devEui: string; readonly event: string } | undefined => {
  const [, applicationId, devEui, event] = TOPIC.exec(topic) ?? []
  return applicationId && devEui && event ? { applicationId, devEui, event } : undefined
}
export const eventFilter = (applicationId: string): string => `application/${applicationId}/device/+/event/+`
export const downTopic = (applicationId: string, devEui: string): string => `application/${applicationId}/device/${devEui}/command/down`
