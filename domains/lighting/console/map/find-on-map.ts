import { type AnswerOf, api, hasPermission } from '@lamplight/console-kit'
import type { RegisteredDevice } from '@lamplight/devices/server'
import type { mapSearch } from '../../server/map/search.handler.ts'

/** Something on the map that the search finds. */
type Place = AnswerOf<typeof mapSearch>[number]
export interface Hit extends Omit<Place, 'kind'> {
  readonly kind: Place['kind'] | 'device'
  /** Resource of a device. */
  readonly resource?: string
}

/** Largest number of devices in the result. */
const MOST_DEVICES = 8
/** Resources that the search of lamps finds already: controllers by their lamps, gateways by name. */
const FOUND_BY_LAMP_SEARCH: readonly string[] = ['lighting.controller', 'devices.gateway']
type Options = { readonly signal?: AbortSignal }

/** Finds devices of all other resources by serial number or name, also of device types that users define. */
const findDevices = async (q: string, { signal }: Options): Promise<readonly Hit[]> => {
  const { records } = await api.get<{ records: readonly RegisteredDevice[] }>(
    'blade-device/device/list',
    { keyword: q, current: 1, size: MOST_DEVICES + FOUND_BY_LAMP_SEARCH.length * MOST_DEVICES },
    { ...(signal && { signal }), quiet: true },
  )
  return records
    .filter(({ resource }) => !FOUND_BY_LAMP_SEARCH.includes(resource))
    .slice(0, MOST_DEVICES)
    .map(({ id, sn, name, devTypeName, resource }) => ({
      kind: 'device',
      id,
      deviceId: id,
      title: name || sn,
      subtitle: `${devTypeName} ${sn}`,
      resource,
      lng: null,
      lat: null,
      count: 1,
    }))
}

/**
 * Finds streets, areas, groups, gateways, posts, lamps and other devices by text; exact matches come first. The search of the map and the
 * search of the console (Ctrl K) use it.
 */
export const findOnMap = async (text: string, options: Options = {}): Promise<readonly Hit[]> => {
  const q = text.trim().slice(0, 60)
  if (q === '' || !hasPermission('lamp_view')) return []
  const [places, devices] = await Promise.all([
    api.get<typeof mapSearch>('blade-city/lamp/search', { q }, { ...(options.signal && { signal: options.signal }), quiet: true }),
    findDevices(q, options).catch(() => []),
  ])
  const typed = q.toLowerCase()
  const isExact = ({ title, subtitle }: Hit): boolean =>
    title.toLowerCase() === typed || subtitle?.toLowerCase().split(' ').includes(typed) === true
  return [...places, ...devices].toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
}
