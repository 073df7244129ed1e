import type { DeviceProperty, DeviceTypeDefinition } from '@lamplight/kit'

/** Meaning of each slot of each device type: `{ "controller": { "2": "dim, %" } }`. */
export type DeviceSlots = Readonly<Record<string, Readonly<Record<string, string>>>>

const meaningOf = ({ type = 'number', unit, values }: DeviceProperty): string =>
  unit ?? (values && type !== 'boolean' ? `values ${Object.keys(values).join(' ')}` : type)
const entry = (name: string, property: DeviceProperty): string => `${name}, ${meaningOf(property)}`
const meaningIn = (text: string): string => text.slice(text.indexOf(', ') + 2)
/** True if the meaning of a slot is unchanged; values may be added to `values`. */
const isKept = (before: string, now: string): boolean =>
  before.startsWith('values ')
    ? now.startsWith('values ') && new Set(before.split(' ')).isSubsetOf(new Set(now.split(' ')))
    : before === now

/**
 * Merges the slots of all types into those of the committed file. Stored rows are read by slot, so it throws if a type changes the unit or value
 * type of a slot of the file, or omits the slot. A renamed property keeps its slot with `was`, a dropped one with `retired`.
 */
export const deviceSlots = (types: readonly DeviceTypeDefinition[], before: DeviceSlots): DeviceSlots => {
  const after: Record<string, Record<string, string>> = {}
  for (const [name, slots] of Object.entries(before)) after[name] = { ...slots }
  for (const type of types) {
    const slots = after[type.name] ?? {}
    after[type.name] = slots
    const declared = new Map<string, string>()
    for (const [name, property] of Object.entries(type.properties))
      if (property.slot !== undefined) declared.set(String(property.slot), entry(name, property))
    for (const [slot, text] of Object.entries(slots)) {
      const now = declared.get(slot)
      if (now === undefined)
        throw new Error(`device type ${type.name}: slot ${slot} (${text}) is not declared; mark its property as retired`)
      if (!isKept(meaningIn(text), meaningIn(now)))
        throw new Error(`device type ${type.name}: slot ${slot} was "${text}" and cannot become "${now}"; take a new slot`)
    }
    for (const [slot, text] of declared) slots[slot] = text
  }
  return after
}
