import { api, useTab } from '@lamplight/console-kit'
import type { telemetryHistory } from '@lamplight/devices/server'
import { useQuery } from '@tanstack/react-query'

const HOUR_MS = 3_600_000
/** Ranges to choose from, hours; default: the first. */
export const PRESETS = [24, 168, 720] as const
export const LONGEST = 720
/** Shortest range that the charts zoom to, ms. */
const SHORTEST_MS = 5 * 60_000
const POINTS = 288
const EVERY_MS = 60_000

export interface Range {
  readonly from: number
  readonly to: number
}

/** Returns the range of an address: one of the presets, or start and end in epoch ms. */
export const rangeIn = ({ hours, from, to }: Readonly<Record<string, string | undefined>>): { hours: number } | Range => {
  const own = { from: Number(from), to: Number(to) }
  if (own.from > 0 && own.to > own.from) return own
  return { hours: PRESETS.find((one) => String(one) === hours) ?? PRESETS[0] }
}

/** Scales a range around its middle by `times`, not below the minimum length. */
export const zoomed = ({ from, to }: Range, times: number): Range => {
  const half = Math.max(SHORTEST_MS, (to - from) * times) / 2
  const middle = (from + to) / 2
  return { from: Math.round(middle - half), to: Math.round(middle + half) }
}

/** History of a device in the range of the address. A range that ends now is reloaded as time passes. */
export const useDeviceHistory = (deviceId: string, enabled: boolean) => {
  const { query: place, setQuery, active } = useTab()
  const range = rangeIn(place)
  const query = useQuery({
    queryKey: ['telemetry', deviceId, range],
    enabled,
    queryFn: ({ signal }) =>
      api.get<typeof telemetryHistory>('blade-device/telemetry/history', { deviceId, ...range, points: POINTS }, { signal, quiet: true }),
    refetchInterval: active && 'hours' in range ? EVERY_MS : false,
  })
  const now = Date.now()
  const shown: Range = query.data ?? ('hours' in range ? { from: now - range.hours * HOUR_MS, to: now } : range)
  const setRange = ({ from, to }: Range): void => setQuery({ hours: '', from, to })
  return {
    query,
    shown,
    /** Hours up to now; null for a range with own start and end. */
    preset: 'hours' in range ? range.hours : null,
    setPreset: (hours: number) => setQuery({ hours: hours === PRESETS[0] ? '' : hours, from: '', to: '' }),
    setRange,
    zoom: (times: number) => setRange(zoomed(shown, times)),
    /** Moves the range by a fraction of its length. */
    move: (part: number) => {
      const by = Math.round((shown.to - shown.from) * part)
      setRange({ from: shown.from + by, to: shown.to + by })
    },
  }
}
