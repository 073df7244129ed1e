import { createRandom, hashOf, type Random } from '@lamplight/town'
import { airTimeMs, createDutyCycle } from './air-time.ts'
import { createLampNode, type Frame, type LampNode } from './lamp-node.ts'

/** Time between two `status` events of a node (margin and supply, from DevStatusReq). */
const STATUS_EVERY_MS = 3_600_000
const MOST_PAYLOAD = 51
const FREQUENCY = 505_300_000
const BANDWIDTH = 125_000
const EPOCH_DIGITS = 6

type Json = Readonly<Record<string, unknown>>
/** A downlink in the queue of a device, as ChirpStack stores it. */
interface QueueItem {
  readonly id: string
  readonly confirmed: boolean
  readonly fPort: number
  readonly data: Buffer
  readonly expiresAt: number | undefined
}
interface Device {
  readonly node: LampNode
  readonly gatewayId: string
  readonly spreadingFactor: number
  devAddr: string
  fCntUp: number
  fCntDown: number
  readonly queue: QueueItem[]
  /** An item of the queue is being sent: it waits for its time, for air time of the gateway, or for its acknowledgement. */
  busy: boolean
  isDeaf: boolean
}
interface Group {
  readonly id: string
  readonly devEuis: readonly string[]
  fCnt: number
}

export interface ChirpStackOptions {
  readonly tenantId?: string
  readonly applicationId: string
  readonly nodes: readonly { readonly devEui: string; readonly name: string }[]
  readonly groups?: readonly { readonly groupId: string; readonly devEuis: readonly string[] }[]
  /** Sends JSON to a topic of the MQTT broker. */
  readonly publish: (topic: string, payload: string) => void
  readonly seed?: number
  /** Time between two status uplinks of a node, ms. Default 15 min. */
  readonly uplinkMs?: number
  /** Share of each hour that a gateway may transmit. Default 0.1. */
  readonly dutyCycle?: number
  /** Time from the queueing of a downlink to its transmission, ms. Default 1000. */
  readonly classCMs?: number
  /** A confirmed downlink fails if it is not acknowledged within this time, ms. Default 5000. */
  readonly ackTimeoutMs?: number
  readonly now?: () => number
}

/** ChirpStack writes times in RFC 3339 with nanoseconds and an offset. */
const timestamp = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}${'0'.repeat(EPOCH_DIGITS)}+00:00`
const hex = (value: number, digits: number): string => (value >>> 0).toString(16).padStart(8, '0').slice(-digits)
const uuidOf = (random: Random): string => {
  const part = (): string => hex(Math.floor(random.next() * 2 ** 32), 8)
  const [a, b, c, d] = [part(), part(), part(), part()]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`
}
/** The Protobuf JSON mapping leaves out fields with their default value. */
const withoutDefaults = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0 && value !== false && value !== '' && value !== undefined))

/**
 * A ChirpStack v4 with gateways and class C lamp nodes, as an application sees it: events and the command `down` in the documented JSON, a queue for
 * each device, duty cycle, acknowledgements with time-out, multicast groups. `publish` stands for its MQTT integration, `enqueue` for its API.
 */
export const createVirtualChirpStack = (options: ChirpStackOptions) => {
  const { applicationId, publish, seed = 1, uplinkMs = 900_000, classCMs = 1000, ackTimeoutMs = 5000, now = Date.now } = options
  const random = createRandom(seed, 'chirpstack')
  const tenantId = options.tenantId ?? uuidOf(random)
  const deviceProfileId = uuidOf(random)
  const timers = new Set<NodeJS.Timeout>()
  const gateways = new Map<string, ReturnType<typeof createDutyCycle>>()
  const gatewayOf = (devEui: string): string => `0016c001f1${hex(hashOf(seed, 'gateway') + (hashOf(devEui) % 2), 6)}`
  const devices = new Map<string, Device>(
    options.nodes.map(({ devEui, name }) => [
      devEui,
      {
        node: createLampNode({ devEui, name, random: createRandom(seed, devEui), now: now() }),
        gatewayId: gatewayOf(devEui),
        spreadingFactor: 7 + (hashOf(seed, devEui) % 4),
        devAddr: '',
        fCntUp: 0,
        fCntDown: 0,
        queue: [],
        busy: false,
        isDeaf: false,
      },
    ]),
  )
  const groups = new Map<string, Group>((options.groups ?? []).map(({ groupId, devEuis }) => [groupId, { id: groupId, devEuis, fCnt: 0 }]))

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const dutyCycleOf = (gatewayId: string) => {
    const found = gateways.get(gatewayId) ?? createDutyCycle(options.dutyCycle ?? 0.1, 3_600_000)
    gateways.set(gatewayId, found)
    return found
  }

  const emit = ({ node }: Device, event: string, fields: Json): void => {
    const deviceInfo = {
      tenantId,
      tenantName: 'ChirpStack',
      applicationId,
      applicationName: 'Street lighting',
      deviceProfileId,
      deviceProfileName: 'DALI node',
      deviceName: node.name,
      devEui: node.devEui,
      deviceClassEnabled: 'CLASS_C',
      tags: {},
    }
    const message = withoutDefaults({ time: timestamp(now()), deviceInfo, ...fields })
    publish(`application/${applicationId}/device/${node.devEui}/event/${event}`, JSON.stringify(message))
  }
  const lora = (device: Device, more: Json = {}): Json => ({
    lora: { bandwidth: BANDWIDTH, spreadingFactor: device.spreadingFactor, codeRate: 'CR_4_5', ...more },
  })
  const uplink = (device: Device, { fPort, data }: Frame): void => {
    const snr = Math.round(random.between(-5, 11) * 10) / 10
    emit(device, 'up', {
      deduplicationId: uuidOf(random),
      devAddr: device.devAddr,
      adr: true,
      dr: 12 - device.spreadingFactor,
      fCnt: device.fCntUp++,
      fPort,
      data: data.toString('base64'),
      rxInfo: [
        {
          gatewayId: device.gatewayId,
          uplinkId: Math.floor(random.next() * 2 ** 32),
          rssi: -60 - random.below(50),
          ...(snr === 0 ? {} : { snr }),
          context: 'E3OWOQ==',
          metadata: { region_name: 'cn470_10', region_common_name: 'CN470' },
          crcStatus: 'CRC_OK',
        },
      ],
      txInfo: { frequency: FREQUENCY, modulation: lora(device) },
      regionConfigId: 'cn470_10',
    })
  }
  const log = (device: Device, code: string, description: string, context?: Json): void =>
    emit(device, 'log', { level: 'ERROR', code, description, ...(context ? { context } : {}) })

  /** Gives a frame to the node. If the node knows the frame, it answers and reports its status soon after. */
  const deliver = (device: Device, frame: Frame, answerMs: number): void => {
    const answer = device.node.receive(frame, now())
    if (!answer) return
    later(answerMs, () => uplink(device, answer))
    later(answerMs + classCMs, () => uplink(device, device.node.status(now())))
  }

  const transmit = (device: Device, item: QueueItem): void => {
    const airMs = airTimeMs(item.data.length, device.spreadingFactor)
    if (!dutyCycleOf(device.gatewayId).take(now(), airMs)) {
      // The item stays in the queue, as in ChirpStack, and is tried again.
      log(device, 'DOWNLINK_GATEWAY', 'DUTY_CYCLE_OVERFLOW')
      later(ackTimeoutMs, () => next(device))
      return
    }
    const fCntDown = device.fCntDown++
    emit(device, 'txack', {
      downlinkId: Math.floor(random.next() * 2 ** 32),
      queueItemId: item.id,
      fCntDown,
      gatewayId: device.gatewayId,
      txInfo: {
        frequency: FREQUENCY,
        power: 16,
        modulation: lora(device, { polarizationInversion: true }),
        timing: { immediately: {} },
        context: 'ICYVGw==',
      },
    })
    const done = (): void => {
      device.queue.splice(device.queue.indexOf(item), 1)
      device.busy = false
      schedule(device)
    }
    if (!item.confirmed) {
      if (!device.isDeaf) deliver(device, item, airMs)
      done()
      return
    }
    later(device.isDeaf ? ackTimeoutMs : airMs, () => {
      emit(device, 'ack', {
        deduplicationId: device.isDeaf ? '' : uuidOf(random),
        queueItemId: item.id,
        acknowledged: !device.isDeaf,
        fCntDown,
      })
      if (!device.isDeaf) deliver(device, item, 1)
      done()
    })
  }
  const discard = (device: Device, item: QueueItem, code: string, why: string, context: Json = {}): void => {
    log(device, code, `Device queue-item discarded because it ${why}`, { ...context, queue_item_id: item.id })
    device.queue.splice(device.queue.indexOf(item), 1)
  }
  /** Sends the first item of the queue that can be sent; discards expired and oversized items before it. */
  const next = (device: Device): void => {
    for (const item of [...device.queue]) {
      if (item.expiresAt !== undefined && item.expiresAt < now()) discard(device, item, 'EXPIRED', 'has expired')
      else if (item.data.length > MOST_PAYLOAD)
        discard(device, item, 'DOWNLINK_PAYLOAD_SIZE', 'exceeds the max. payload size', {
          max_payload_size: String(MOST_PAYLOAD),
          item_size: String(item.data.length),
        })
      else {
        transmit(device, item)
        return
      }
    }
    device.busy = false
  }
  const schedule = (device: Device): void => {
    if (device.busy || device.queue.length === 0 || device.devAddr === '') return
    device.busy = true
    later(classCMs, () => next(device))
  }

  const join = (device: Device): void => {
    device.devAddr = hex(0x00_18_00_00 + random.below(2 ** 18), 8)
    Object.assign(device, { fCntUp: 0, fCntDown: 0 })
    emit(device, 'join', { deduplicationId: uuidOf(random), devAddr: device.devAddr, regionConfigId: 'cn470_10' })
    uplink(device, device.node.status(now()))
    schedule(device)
  }
  const every = (ms: number, work: () => void): void => {
    const timer = setInterval(work, ms)
    timers.add(timer)
  }
  const find = (devEui: string): Device => {
    const device = devices.get(devEui)
    if (!device) throw new Error(`this ChirpStack has no device ${devEui}`)
    return device
  }

  return {
    /** Topic filter of the commands. */
    commandFilter: `application/${applicationId}/device/+/command/down`,
    /** The nodes join one after the other within `spreadMs`, and report from then on. */
    start: (spreadMs = 5000): void => {
      const all = [...devices.values()]
      for (const [n, device] of all.entries())
        later((spreadMs * n) / all.length, () => {
          join(device)
          every(uplinkMs, () => uplink(device, device.node.status(now())))
          every(STATUS_EVERY_MS, () =>
            emit(device, 'status', { deduplicationId: uuidOf(random), margin: random.below(25), externalPowerSource: true }),
          )
        })
    },
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
    /** Handles a message on a topic `.../command/down`. Ignores an invalid one: ChirpStack writes it only to its own log. */
    command: (topic: string, payload: string): void => {
      const [, devEui = ''] = /\/device\/([0-9a-f]{16})\/command\/down$/.exec(topic) ?? []
      const device = devices.get(devEui)
      const down = readDown(payload)
      if (!device || !down || down.devEui !== devEui || device.queue.some(({ id }) => id === down.id)) return
      const { id, confirmed, fPort, data, expiresAt } = down
      device.queue.push({
        id: id ?? uuidOf(random),
        confirmed: confirmed ?? false,
        fPort,
        data: Buffer.from(data, 'base64'),
        expiresAt: expiresAt ? Date.parse(expiresAt) : undefined,
      })
      schedule(device)
    },
    /** MulticastGroupService.Enqueue. Returns the frame counter, or undefined if there is no such group. */
    enqueue: (groupId: string, frame: Frame): number | undefined => {
      const group = groups.get(groupId)
      if (!group) return undefined
      const members = group.devEuis.flatMap((devEui) => devices.get(devEui) ?? [])
      later(classCMs, () => {
        const [slowest = 7] = members.map(({ spreadingFactor }) => spreadingFactor).sort((a, b) => b - a)
        const airMs = airTimeMs(frame.data.length, slowest)
        const open = new Map([...new Set(members.map(({ gatewayId }) => gatewayId))].map((id) => [id, dutyCycleOf(id).take(now(), airMs)]))
        for (const [n, device] of members.entries())
          if (open.get(device.gatewayId) && !device.isDeaf && device.devAddr !== '') deliver(device, frame, airMs + n * classCMs)
      })
      return group.fCnt++
    },
    join: (devEui: string): void => join(find(devEui)),
    uplink: (devEui: string): void => uplink(find(devEui), find(devEui).node.status(now())),
    status: (devEui: string, fields: Json): void => emit(find(devEui), 'status', { deduplicationId: uuidOf(random), ...fields }),
    /** A deaf node receives no downlinks. */
    setDeaf: (devEui: string, isDeaf: boolean): void => {
      find(devEui).isDeaf = isDeaf
    },
    /** Uses up the air time of the gateway of a node, so that the gateway refuses frames for an hour. */
    spendAirTime: (devEui: string): void => {
      const { take } = dutyCycleOf(find(devEui).gatewayId)
      for (const ms of [1000, 10]) while (take(now(), ms));
    },
    levelOf: (devEui: string): number => find(devEui).node.level(),
    queueOf: (devEui: string): readonly string[] => find(devEui).queue.map(({ id }) => id),
  }
}
export type VirtualChirpStack = ReturnType<typeof createVirtualChirpStack>

interface Down {
  readonly id?: string
  readonly devEui: string
  readonly confirmed?: boolean
  readonly fPort: number
  readonly data: string
  readonly expiresAt?: string
}
const readDown = (payload: string): Down | undefined => {
  try {
    const down = JSON.parse(payload) as Down
    return typeof down.devEui === 'string' && Number.isInteger(down.fPort) && down.fPort > 0 && typeof down.data === 'string'
      ? down
      : undefined
  } catch {
    return undefined
  }
}
