import type { DeviceTypeDefinition } from '@lamplight/kit'
import { FAMILIES } from '../model/families.ts'
import { gatewayType } from '../model/index.ts'
import type { DeviceTypes } from '../model/ports.ts'

/** Returns a name without upper case and separators: `solarLamp` and `solar_lamp` are the same. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Returns the code of a device type or family that is given by its code or its name: `16`, `loraModule`, `lora_module`; undefined for an
 * unknown name.
 */
export const codeOfType = ({ all }: Pick<DeviceTypes, 'all'>, told: string): number | undefined => {
  if (/^\d{1,5}$/.test(told)) return Number(told)
  const declared = all.find(({ name }) => plainName(name) === plainName(told))?.code
  const [family] = Object.entries(FAMILIES).find(([, { slug }]) => plainName(slug) === plainName(told)) ?? []
  return declared ?? (family === undefined ? undefined : Number(family))
}

/** Families that gateways do not report, and what they report instead. */
const INSTEAD: Readonly<Record<number, string>> = {
  1: 'a post does not report: name the devices on it',
  5: 'a lamp does not report: name the controller that drives it (controller)',
  6: 'a device with several functions is named by the types of its parts',
  8: 'a switch box does not report: name its concentrator, meters and air switches (concentrator, meter, airSwitch)',
  10: 'loops are not on the wire: they are values of their concentrator (concentrator)',
  23: 'a cabinet does not report: name the devices in it',
}

/** Finds the type that a hello names by name, code or slug. Returns why it is none of those that report. */
export const toldType = (types: Pick<DeviceTypes, 'all' | 'typeOf' | 'named'>, told: string): DeviceTypeDefinition | string => {
  const code = codeOfType(types, told)
  const type = types.named(told) ?? (code === undefined ? undefined : code === gatewayType.code ? gatewayType : types.typeOf(code))
  if (type) return type
  return INSTEAD[code ?? 0] ?? 'is not a device type: use a name, a code or a slug of docs/devices.md, Types of devices'
}
