import { rowTopic, type ServerSlice } from '@lamplight/server-kit'
import type { Play } from '@lamplight/virtual-city'
import { type DeviceKind, liveTopic } from '../../model/index.ts'
import { pastOfDevices, seedDevices } from '../demo/demo-devices.ts'
import { onDevice } from './on-device.ts'

interface DeviceChange {
  readonly values: object
}
/** Merges two changes of a device into one: the later state, and the values of both. */
export const mergeNews = (earlier: unknown, later: unknown): DeviceChange => {
  const [before, after] = [earlier as DeviceChange, later as DeviceChange]
  return { ...after, values: { ...before.values, ...after.values } }
}

const playOf = (plays: readonly Play[], { type }: DeviceKind): Play | undefined => plays.find(({ typeName }) => typeName === type.name)

/**
 * Parts of a server slice that are derived from its device types: types, resources, live topics and demo devices. `plays`: behaviours of types
 * whose demo devices have past nights.
 */
export const devicesOf = (
  kinds: readonly DeviceKind[],
  plays: readonly Play[] = [],
): Required<Pick<ServerSlice, 'deviceTypes' | 'resources' | 'live' | 'seed' | 'past'>> => ({
  deviceTypes: kinds.map(({ type }) => type),
  resources: kinds.map(({ resource, type }) => onDevice(resource, type)),
  live: Object.fromEntries(kinds.map(({ resource, type }) => [liveTopic(type.name), rowTopic(resource, { merge: mergeNews })])),
  seed: async (platform, at) => {
    for (const kind of kinds) await seedDevices(platform, kind, at, playOf(plays, kind))
  },
  past: async (platform, span) =>
    kinds.flatMap((kind) => {
      const play = playOf(plays, kind)
      return play ? [pastOfDevices(platform, kind, play, span)] : []
    }),
})
