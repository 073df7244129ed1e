import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import { type Sieved, sieveOf } from '@lamplight/protocol'
import type { Platform, Registry } from '@lamplight/server-kit'
import { controllerType } from '../model/index.ts'

/** Lamp controllers keep columns of their own; all other types share `devices_latest` and `devices_series`. */
export const isLampController = (code: number): boolean => code === controllerType.code

export interface DeviceTypes {
  readonly all: readonly DeviceTypeDefinition[]
  /** The device type of this code, as a slice declares it. */
  readonly typeOf: (code: number) => DeviceTypeDefinition | undefined
  readonly named: (name: string) => DeviceTypeDefinition | undefined
  /** The resource whose rows are the devices of this type; undefined where there is none. */
  readonly resourceOf: (code: number) => ResourceDefinition | undefined
  /** The sieve of a type; undefined for a code that no slice declares. */
  readonly sieveOf: (code: number) => ((p: Readonly<Record<string, unknown>>) => Sieved) | undefined
}

/** Port `devices.types`. Throws when two slices declare one code. */
export const createTypes = (platform: Pick<Platform, 'port'>): DeviceTypes => {
  const types = new Map<number, DeviceTypeDefinition>()
  const { slices } = platform.port<Registry>('kit.registry')
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
