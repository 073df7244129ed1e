/** Noise of meters around zero by unit (UCUM): without load or light they report small positive or negative values. */
const AROUND_ZERO: Readonly<Record<string, number>> = { W: 2, kW: 0.05, A: 0.05, mA: 50, V: 1, lx: 1, 'm/s': 0.3 }
/** Units of the values of lamp controllers that cannot be negative. */
const LAMP_UNITS: Readonly<Record<string, string>> = { power: 'W', current: 'A', voltage: 'V' }

/** Returns 0 for a value that is negative only by the noise of its meter; any other value as it is. `unit`: UCUM code. */
export const withoutNoise = (value: unknown, unit: string | undefined): unknown =>
  typeof value === 'number' && value < 0 && value >= -(AROUND_ZERO[unit ?? ''] ?? 0) ? 0 : value

/** The same as `withoutNoise` for the value `name` of a lamp controller. */
export const lampWithoutNoise = (name: string, value: unknown): unknown => withoutNoise(value, LAMP_UNITS[name])
