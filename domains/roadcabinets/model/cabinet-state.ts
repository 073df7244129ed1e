/** State of a device of a unit (decisions.md B2). */
export type UnitState = 1 | 2 | 3 | 4 | 5
const [NORMAL, FAULT, OFFLINE, SILENT] = [1, 3, 4, 5] as const

/** State of a cabinet: fault if a unit has a fault; else normal if a unit is online; else offline; not activated if no unit ever reported. */
export const cabinetState = (states: readonly number[]): 1 | 3 | 4 | 5 => {
  if (states.includes(FAULT)) return FAULT
  if (states.some((state) => state < OFFLINE)) return NORMAL
  return states.includes(OFFLINE) ? OFFLINE : SILENT
}

/** Computes a figure from the reported values. Ignores what is not a number; null without numbers. */
export const figureOf = (of: 'mean' | 'min' | 'max' | 'sum', values: readonly unknown[]): number | null => {
  const numbers = values.filter((value): value is number => typeof value === 'number')
  if (numbers.length === 0) return null
  const sum = numbers.reduce((total, value) => total + value, 0)
  return { sum, mean: sum / numbers.length, min: Math.min(...numbers), max: Math.max(...numbers) }[of]
}
