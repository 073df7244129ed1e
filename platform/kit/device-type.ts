import type { Fields } from './field.ts'
import type { Text } from './text.ts'

/** A measured or reported value of a device. */
export interface DeviceProperty {
  readonly label: Text
  readonly type: 'number' | 'boolean' | 'text' | 'list'
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  readonly decimals?: number
  /** Grows only (energy, burning hours): charts show its increase. */
  readonly counter?: true
  /** Kept in telemetry, not only as the latest value. */
  readonly history?: true
}
export interface DeviceTypeDefinition {
  readonly name: string
  /** devType of decisions.md B1. */
  readonly code: number
  readonly label: Text
  readonly properties: Readonly<Record<string, DeviceProperty>>
  readonly commands: Readonly<Record<string, { readonly label: Text; readonly input?: Fields }>>
  /** Names of the event vocabulary (TALQ). */
  readonly events: readonly string[]
}

/** Declares a device type: from it follow live panel, charts, command forms and the checks of ingest. */
export const defineDeviceType = <const D extends DeviceTypeDefinition>(definition: D): D => {
  for (const [name, property] of Object.entries(definition.properties))
    if (property.min !== undefined && property.max !== undefined && property.min > property.max)
      throw new Error(`device type ${definition.name}: ${name} has min above max`)
  return definition
}
