import { onOffFamily } from './on-off.family.ts'

/** Parameter families of screens and broadcast units. */
export const families = [onOffFamily] as const
