import type { ConsoleSlice } from '@lamplight/console-kit'

/** The console parts of the slices, lowest level first. */
export const slices: readonly ConsoleSlice[] = []
