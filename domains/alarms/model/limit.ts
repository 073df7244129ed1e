import type { Operator } from './threshold.resource.ts'

export interface Limit {
  readonly operator: Operator
  readonly value: number
  readonly clearValue: number | null
}
const COMPARE: Readonly<Record<Operator, (a: number, b: number) => boolean>> = {
  1: (a, b) => a > b,
  2: (a, b) => a >= b,
  3: (a, b) => a < b,
  4: (a, b) => a <= b,
}

/** Says whether a value exceeds a limit (`beyond`), or is back (`clear`); neither between the clear value and the limit. */
export const judge = ({ operator, value, clearValue }: Limit, measured: number): 'beyond' | 'clear' | 'between' => {
  if (COMPARE[operator](measured, value)) return 'beyond'
  // Back means: not beyond the clear value either.
  return COMPARE[operator](measured, clearValue ?? value) ? 'between' : 'clear'
}
