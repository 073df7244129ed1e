/** English plural of a resource's name: `Lamp post` becomes `Lamp posts`, `Dictionary` becomes `Dictionaries`. */
export const pluralOf = (name: string): string => {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}
