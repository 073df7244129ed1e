/** English plural of a resource's name: `Lamp post` becomes `Lamp posts`, `Dictionary` becomes `Dictionaries`; a name in the plural (`Work parameters`) stays. */
export const pluralOf = (name: string): string => {
  if (/[^s]s$/.test(name)) return name
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}
