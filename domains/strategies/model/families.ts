import { lightModeFamily } from './light-mode.family.ts'

/** Parameter families of lamp controllers that strategies send. */
export const families = [lightModeFamily] as const
