import type { DeviceTypeDefinition } from '@lamplight/kit'

/** Stored values by property name: numbers (booleans as 0 and 1) from `v` by slot, texts from `texts`. Missing values are left out. */
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

/** Latest values by name for the state call and for live messages. Booleans are true or false. Faults are left out, because the state contains them. */
export const shownValues = (
  type: DeviceTypeDefinition | undefined,
  v: readonly (number | null)[],
  { faults: _, ...texts }: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const values = namedValues(type, v, texts)
  for (const name of Object.keys(values)) if (type?.properties[name]?.type === 'boolean') values[name] = values[name] === 1
  return values
}
