/** `lampPost` as a name of the database: `lamp_post`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Table of a resource: `lighting.lampPost` is `lighting_lamp_post`. */
export const tableOf = ({ name }: { readonly name: string }): string => {
  const [slice = '', entity = ''] = name.split('.')
  return `${slice}_${snake(entity)}`
}
