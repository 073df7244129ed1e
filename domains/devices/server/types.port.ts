import type { DeviceTypeDefinition } from '@lamplight/kit'
import { sieveOf } from '@lamplight/protocol'
import { type Platform, registryPort } from '@lamplight/server-kit'
import { controllerType } from '../model/index.ts'
import type { DeviceTypes } from '../model/ports.ts'

/** Lamp controllers keep columns of their own; all other types share `devices_latest` and `devices_series`. */
export const isLampController = (code: number): boolean => code === controllerType.code

/** Throws when two slices declare one code. */
export const createTypes = (platform: Pick<Platform, 'port'>): DeviceTypes => {
  const types = new Map<number, DeviceTypeDefinition>()
  const { slices } = platform.port(registryPort)
  for (const { deviceTypes = [] } of slices)
    for (const type of deviceTypes) {
      const other = types.get(type.code)
      if (other) throw new Error(`device types ${other.name} and ${type.name} have the same code ${type.code}`)
      types.set(type.code, type)
    }
  const sieves = new Map([...types].map(([code, type]) => [code, sieveOf(type)]))
  const resources = new Map(
    slices
      .flatMap((slice) => slice.resources ?? [])
      .flatMap(({ resource }) => (resource.device ? [[resource.device, resource] as const] : [])),
  )
  return {
    all: [...types.values()],
    typeOf: (code) => types.get(code),
    named: (name) => [...types.values()].find((type) => type.name === name),
    resourceOf: (code) => resources.get(types.get(code)?.name ?? ''),
    sieveOf: (code) => sieves.get(code),
  }
}
