import { f } from '@lamplight/fields/model'

/** Fields of D4i's power model. Values of an accessory replace those of the lamps to which it is assigned; empty ones change nothing. */
export const POWER_MODEL = {
  power: f.number({ label: ['额定功率', 'Nominal power'], unit: 'W', min: 0, max: 5000, decimals: 1, list: true }),
  minLevel: f.int({ label: ['最低亮度', 'Minimum level'], unit: '%', min: 0, max: 100, list: true }),
  minPower: f.number({ label: ['最低亮度功率', 'Power at minimum level'], unit: 'W', min: 0, max: 5000, decimals: 1, list: true }),
  powerTolerance: f.number({ label: ['功率容差', 'Power tolerance'], unit: 'W', min: 0, max: 1000, decimals: 1 }),
} as const
