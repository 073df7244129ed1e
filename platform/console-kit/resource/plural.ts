/** The English plural of what a resource is called: `Lamp post` → `Lamp posts`, `Dictionary` → `Dictionaries`. */
export const pluralOf = (name: string): string => {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}
