import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Sieved, sieveOf } from '@lamplight/protocol'
import type { Platform, Registry } from '@lamplight/server-kit'
import { controllerType } from '../model/index.ts'

/** Lamp controllers keep columns of their own; all other types share `devices_latest` and `devices_series`. */
export const isLampController = (code: number): boolean => code === controllerType.code

export interface DeviceTypes {
  /** The device type of this code, as a slice declares it. */
  readonly typeOf: (code: number) => DeviceTypeDefinition | undefined
  /** The sieve of a type; undefined for a code that no slice declares. */
  readonly sieveOf: (code: number) => ((p: Readonly<Record<string, unknown>>) => Sieved) | undefined
}

/** Port `devices.types`. Throws when two slices declare one code. */
export const createTypes = (platform: Pick<Platform, 'port'>): DeviceTypes => {
  const types = new Map<number, DeviceTypeDefinition>()
  for (const { deviceTypes = [] } of platform.port<Registry>('kit.registry').slices)
    for (const type of deviceTypes) {
      const other = types.get(type.code)
      if (other) throw new Error(`device types ${other.name} and ${type.name} have the same code ${type.code}`)
      types.set(type.code, type)
    }
  const sieves = new Map([...types].map(([code, type]) => [code, sieveOf(type)]))
  return { typeOf: (code) => types.get(code), sieveOf: (code) => sieves.get(code) }
}
