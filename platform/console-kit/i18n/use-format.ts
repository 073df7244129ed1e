import { useMemo } from 'react'
import { createState, useStateOf } from '../state/state.ts'
import * as format from './format.ts'
import { useLang } from './use-t.ts'
import { DEFAULT_ZONE, instantOf } from './zone.ts'

/** Zone of the signed-in tenant (IANA). */
export const zone = createState<string>(DEFAULT_ZONE)

/** Formatters for the user's language and the tenant's zone. */
export const useFormat = () => {
  const lang = useLang()
  const here = useStateOf(zone)
  return useMemo(
    () => ({
      lang,
      zone: here,
      number: (value: number | string | null | undefined, decimals?: number) => format.formatNumber(value, lang, decimals),
      unit: (value: number | string | null | undefined, unit: string, decimals?: number) => format.formatUnit(value, unit, lang, decimals),
      energy: (wattHours: number | null | undefined) => format.formatEnergy(wattHours, lang),
      power: (watts: number | null | undefined, beside?: number) => format.formatPower(watts, lang, beside),
      bytes: (bytes: number) => format.formatBytes(bytes, lang),
      duration: (seconds: number) => format.formatDuration(seconds, lang),
      relative: (at: number, now = Date.now()) => format.formatRelative(at, now, lang),
      age: (at: number, now = Date.now()) => format.formatAge(at, now, lang),
      time: (value: number | Date | string | null | undefined, style?: format.TimeStyle) => format.formatTime(value, here, style),
      /** Epoch ms of a time on the wire; null if there is none. */
      instant: (wire: string) => instantOf(wire, here),
    }),
    [lang, here],
  )
}
export type Format = ReturnType<typeof useFormat>
