const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/**
 * The id of a row of a resource (`lighting.lamp`) in examples of the API document: 19 digits, derived from the name.
 * Tests replace it by the id of an existing row.
 */
export const exampleId = (resource: string): string => {
  let hash = OFFSET
  for (const character of resource) hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * PRIME)
  return `1${String(hash % 10n ** 18n).padStart(18, '0')}`
}

/** The id of a device of a type in examples. */
export const exampleDevice = ({ name }: { readonly name: string }): string => exampleId(`device.${name}`)
