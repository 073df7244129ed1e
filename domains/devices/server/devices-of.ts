import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import { permissionOf } from '@lamplight/kit'
import { placesIn, type ServerSlice, tableOf } from '@lamplight/server-kit'
import { liveTopic } from '../model/index.ts'
import { onDevice } from './on-device.ts'

type Kind = readonly [resource: ResourceDefinition, type: DeviceTypeDefinition]

/** The parts of a slice that follow from its kinds of devices: types, resources, and a live topic for each. */
export const devicesOf = (kinds: readonly Kind[]): Pick<ServerSlice, 'deviceTypes' | 'resources' | 'live'> => ({
  deviceTypes: kinds.map(([, type]) => type),
  resources: kinds.map(([resource, type]) => onDevice(resource, type)),
  live: Object.fromEntries(
    kinds.map(([resource, type]) => {
      const table = tableOf(resource)
      return [liveTopic(type.name), { permission: permissionOf(resource, 'list'), table, placesOf: placesIn(table) }]
    }),
  ),
})
