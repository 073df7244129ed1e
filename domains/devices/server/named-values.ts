import type { DeviceTypeDefinition } from '@lamplight/kit'

/** Stored values by property name, without those that are absent: numbers (booleans as 0 and 1) from their slots, the others from `texts`. */
export const namedValues = (
  type: DeviceTypeDefinition | undefined,
  v: readonly (number | null)[],
  texts: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const [name, { slot, retired }] of Object.entries(type?.properties ?? {})) {
    const value = slot === undefined ? texts[name] : v[slot - 1]
    if (!retired && value !== undefined && value !== null) values[name] = value
  }
  return values
}

/** Latest values by name as the state call and live news tell them: booleans as true and false, without the faults, which belong to the state. */
export const shownValues = (
  type: DeviceTypeDefinition | undefined,
  v: readonly (number | null)[],
  { faults: _, ...texts }: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const values = namedValues(type, v, texts)
  for (const name of Object.keys(values)) if (type?.properties[name]?.type === 'boolean') values[name] = values[name] === 1
  return values
}
