/** Converts a name to one for the database: `lampPost` becomes `lamp_post`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns the table of a resource: `lighting.lampPost` becomes `lighting_lamp_post`. */
export const tableOf = ({ name }: { readonly name: string }): string => {
  const [slice = '', entity = ''] = name.split('.')
  return `${slice}_${snake(entity)}`
}
