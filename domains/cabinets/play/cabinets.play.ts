import { definePlay, type Play, type PlayedDevice } from '@lamplight/virtual-city'
import { concentratorPlay, supplies } from './concentrator.play.ts'

const HOUR_MS = 3_600_000
/** Power factor of lamp drivers. */
const POWER_FACTOR = 0.95

const voltage = ({ random }: PlayedDevice): number => 226 + random.between(-3, 3)
/** Energy in Wh that the device has let through or measured since its last step. */
const energySince = ({ steppedAt }: PlayedDevice, at: number, watts: number): number => (watts * Math.max(0, at - steppedAt)) / HOUR_MS

const airSwitch = definePlay('airSwitch', {
  start: ({ random }) => ({ contact: 1, energy: random.below(900_000), leakage: random.between(2, 8), temperature: 24, version: 'qf-1.2' }),
  step: (device, at) => {
    const { values, random } = device
    const contact = Number(values.contact ?? 1)
    const watts = contact === 1 ? (device.load('contact') ?? 0) : 0
    const volts = voltage(device)
    return {
      contact,
      voltage: volts,
      lineCurrent: watts / volts / POWER_FACTOR,
      power: watts,
      energy: Number(values.energy ?? 0) + energySince(device, at, watts),
      leakage: contact === 1 ? 4 + random.between(-2, 4) : 0,
      temperature: 22 + watts / 400 + random.between(-0.5, 0.5),
    }
  },
  supplies,
})

const meter = definePlay('meter', {
  start: ({ random }) => ({ energy: random.below(40_000), power: 0, powerFactor: POWER_FACTOR, version: 'meter-2.0' }),
  step: (device, at) => {
    const { values } = device
    const load = device.load('power') ?? 0
    const [a, b, c] = [voltage(device), voltage(device), voltage(device)]
    const current = (volts: number): number => load / 3 / volts / POWER_FACTOR
    return {
      energy: Number(values.energy ?? 0) + energySince(device, at, load) / 1000,
      power: load,
      voltageA: a,
      voltageB: b,
      voltageC: c,
      currentA: current(a),
      currentB: current(b),
      currentC: current(c),
      powerFactor: POWER_FACTOR,
    }
  },
})

/** Behaviour of air switches, which interrupt the supply of their lamps while they are open, of meters and of concentrators. */
export const cabinetPlays: readonly Play[] = [airSwitch, meter, concentratorPlay]
