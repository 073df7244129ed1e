// Puts a written resource into the list `plain` of its slice. Text in, text out.
import { scan } from '../check/scan.ts'

export interface Wiring {
  /** `places` */
  readonly slice: string
  /** Name of the constant that holds the definition: `bench`. */
  readonly variable: string
  /** `bench`, the file `bench.resource.ts`. */
  readonly file: string
}

/** The file that lists the plain resources of a slice. */
export const plainFile = ({ slice }: Pick<Wiring, 'slice'>): string => `domains/${slice}/model/plain.ts`

/** The text of `plain.ts` with the resource in its list. Throws where it is there already, or the list is not found. */
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
