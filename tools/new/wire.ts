// Adds a generated resource to the list `plain` of its slice. It works on texts only.
import { scan } from '../check/scan.ts'

export interface Wiring {
  /** Name of the slice: `places`. */
  readonly slice: string
  /** Name of the constant that holds the definition: `bench`. */
  readonly variable: string
  /** File name without the suffix: `bench` for `bench.resource.ts`. */
  readonly file: string
}

/** Returns the path of the file that lists the plain resources of a slice. */
export const plainFile = ({ slice }: Pick<Wiring, 'slice'>): string => `domains/${slice}/model/plain.ts`

/** Returns the text of `plain.ts` with the resource added. Throws if the resource is there already, or the list is not found. */
export const wired = (text: string, { variable, file }: Wiring): string => {
  const { code } = scan(text, true)
  if (new RegExp(`\\b${variable}\\b`).test(code)) throw new Error(`${variable} is there already`)
  const list = /\bplain\b[^=]*=\s*\[/.exec(code)
  const close = list ? code.indexOf(']', list.index + list[0].length) : -1
  if (close < 0) throw new Error('the list plain is not found')
  const end = text.slice(0, close).trimEnd()
  const isFirst = end.endsWith('[') || end.endsWith(',')
  return `import { ${variable} } from './${file}.resource.ts'\n${end}${isFirst ? '' : ','} ${variable}${text.slice(close)}`
}
