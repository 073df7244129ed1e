const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/**
 * The id that examples in the API document give a row of a resource (`lighting.lamp`), 19 digits, always the same. Tests replace it by the id of a
 * row that exists.
 */
export const exampleId = (resource: string): string => {
  let hash = OFFSET
  for (const character of resource) hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * PRIME)
  return `1${String(hash % 10n ** 18n).padStart(18, '0')}`
}
