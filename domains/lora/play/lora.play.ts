import { definePlay, type Play, type PlayedDevice } from '@lamplight/virtual-city'

const HOUR_MS = 3_600_000
/** Sensitivity at SF7 and 125 kHz, dBm; each spreading factor above it gains 2.5 dB (SX1276 data sheet, table 10). */
const BEST_SNR_LOSS = -7.5
const GAIN_PER_FACTOR = 2.5
const USUAL_POWER = 17
const USUAL_FACTOR = 9

const hoursSince = ({ steppedAt }: PlayedDevice, at: number): number => Math.max(0, at - steppedAt) / HOUR_MS
const config = ({ params }: PlayedDevice, name: string, usual: number): number => Number(params.loraModuleConfig?.[name] ?? usual)
/** Loss in % of packets that arrive `margin` dB above the weakest signal that can be decoded. */
const lossAt = (margin: number): number => Math.min(100, 40 * Math.exp(-Math.max(0, margin) / 4))

/** Counters and temperature of a radio that sends `perHour` packets. */
const traffic = (device: PlayedDevice, at: number, perHour: number, answered: number): Record<string, number> => {
  const { random, values } = device
  const sent = Math.round(hoursSince(device, at) * perHour * random.between(0.9, 1.1))
  return {
    uplinks: Number(values.uplinks ?? 0) + sent,
    downlinks: Number(values.downlinks ?? 0) + Math.round(sent * answered),
    temperature: 24 + 6 * Math.cos(((((at / HOUR_MS + 8) % 24) - 15) * Math.PI) / 12) + random.between(-0.5, 0.5),
  }
}

/** True if the LoRa gateway of a module admits it: by its white list, of which an empty one admits every module. */
const isAdmitted = (device: PlayedDevice): boolean => {
  const list = device.above()?.params.loraWhiteList
  if (!list || Number(list.count ?? 0) === 0) return true
  return String(list.modules).split(',').includes(device.sn)
}

/** A module: its distance to the gateway is fixed, so its signal follows the transmit power and the spreading factor of its configuration. */
const loraModule = definePlay('loraModule', {
  start: ({ random }) => ({
    uplinks: random.below(50_000),
    downlinks: random.below(5000),
    rssi: -70 - random.below(45),
    joined: true,
    version: 'lora-1.6.2',
  }),
  step: (device, at) => {
    const { random, values } = device
    const factor = config(device, 'spreading', USUAL_FACTOR)
    const rssi = Math.max(-125, Math.min(-60, Number(values.rssi) + random.between(-1, 1)))
    const snr = Math.max(
      -20,
      Math.min(12, (rssi + 110) / 3 + config(device, 'power', USUAL_POWER) - USUAL_POWER + random.between(-0.5, 0.5)),
    )
    // A module that its gateway does not admit hears it, and no packet of it is forwarded.
    if (!isAdmitted(device)) return { rssi, snr, spreading: factor, joined: false, lossRate: 100, airTime: 0 }
    const interval = config(device, 'interval', 300)
    return {
      ...traffic(device, at, 3600 / interval, 0.1),
      rssi,
      snr,
      spreading: factor,
      joined: true,
      lossRate: lossAt(snr - BEST_SNR_LOSS + (factor - 7) * GAIN_PER_FACTOR),
      airTime: Math.min(100, ((0.06 * 2 ** (factor - 7)) / interval) * 100),
    }
  },
})

/** A gateway: it forwards the packets of the modules that it admits. */
const loraGateway = definePlay('lora', {
  start: ({ random }) => ({
    uplinks: random.below(500_000),
    downlinks: random.below(50_000),
    noise: -118,
    version: 'gw-3.2.0',
  }),
  step: (device, at) => {
    const { random } = device
    const modules = device.behind().filter((one) => one.type.name === 'loraModule' && isAdmitted(one)).length
    return {
      ...traffic(device, at, modules * 12, 0.15),
      modules,
      noise: -118 + random.between(-2, 3),
      lossRate: 0.4 + random.between(0, 0.6),
      airTime: Math.min(100, modules * 0.35 + random.between(0, 0.5)),
    }
  },
})

const loraRoot = definePlay('loraRoot', {
  start: ({ random }) => ({
    uplinks: random.below(200_000),
    downlinks: random.below(20_000),
    nodes: 10 + random.below(30),
    hops: 2 + random.below(3),
    version: 'root-2.0.4',
  }),
  step: (device, at) => {
    const { random, values } = device
    const nodes = Number(values.nodes)
    return {
      ...traffic(device, at, nodes * 12, 0.2),
      nodes,
      hops: values.hops,
      lossRate: 0.8 + random.between(0, 1),
      airTime: Math.min(100, nodes * 0.4 + random.between(0, 1)),
    }
  },
})

/** Behaviour of LoRa devices in the virtual city. */
export const loraPlays: readonly Play[] = [loraModule, loraGateway, loraRoot]
