import type { Text } from '@lamplight/kit'
import { useEffect } from 'react'
import { createState, useStateOf } from '../state/state.ts'

/** Labels that the first screen does not wait for. `npm run gen` generates them from the slices. */
export interface LateLabels {
  /** Titles of pages by address. */
  readonly pages: Readonly<Record<string, Text>>
  /** Names of device types by code. */
  readonly deviceTypes: Readonly<Record<number, Text>>
}

const NONE: LateLabels = { pages: {}, deviceTypes: {} }
const labels = createState(NONE)
let load = async (): Promise<LateLabels> => NONE

/** Sets how the labels are loaded; called once, before anything is shown. */
export const setLateLabels = (loader: () => Promise<LateLabels>): void => {
  load = loader
}

/** Returns the labels; without entries until they are loaded. They are loaded once `needed` is true. */
export const useLateLabels = (needed = true): LateLabels => {
  const known = useStateOf(labels)
  const missing = needed && known === NONE
  useEffect(() => {
    if (missing) void load().then(labels.set, () => undefined)
  }, [missing])
  return known
}
