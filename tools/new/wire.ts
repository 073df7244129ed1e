// Adds a generated resource to the list `plain` of its slice, and the list to server and console of the slice. It works on texts only.
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

/** A slice's first list of plain resources, without resources. */
export const EMPTY_PLAIN = `import type { ResourceDefinition } from '@lamplight/kit'

/** Resources for which the definition is enough: without hooks on the server and without parts of their own in the console. */
export const plain: readonly ResourceDefinition[] = []
`

/** A file that takes up the list. */
interface Side {
  readonly path: string
  /** Module that exports the `withPlain` of this side. */
  readonly module: string
  /** Returns the text with the declaration of the slice given to `withPlain`; undefined if it is not found. `code`: the text without strings and comments. */
  readonly wrap: (text: string, code: string) => string | undefined
}

/** Index behind the brace that closes the one at `from`; -1 if none does. */
const closing = (code: string, from: number): number => {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    if (code[at] === '{') depth += 1
    if (code[at] === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

const wrapServer = (text: string, code: string): string | undefined => {
  const found = /: ServerSlice = (?=\{)/.exec(code)
  const start = found ? found.index + found[0].length : -1
  const end = found ? closing(code, start) : -1
  return end < 0 ? undefined : `${text.slice(0, start)}withPlain(plain, ${text.slice(start, end)})${text.slice(end)}`
}
const wrapConsole = (text: string, code: string): string | undefined => {
  const found = /= defineConsole\((?=\{)/.exec(code)
  if (!found) return undefined
  const rest = text.slice(found.index + found[0].length)
  // `withPlain` stands in place of `defineConsole`.
  const head = text.slice(0, found.index).replace(/\bdefineConsole\b(, )?/, '')
  return `${head}= withPlain(plain, ${rest}`.replace(/^import \{\s*\} from .*\n/m, '')
}

/** The files of a slice that take up its list `plain`. */
export const sidesOf = ({ slice }: Pick<Wiring, 'slice'>): readonly [server: Side, console: Side] => [
  { path: `domains/${slice}/server/index.ts`, module: '@lamplight/server-kit', wrap: wrapServer },
  { path: `domains/${slice}/console/${slice}.console.tsx`, module: '@lamplight/console-kit/resource', wrap: wrapConsole },
]

/** Returns the text of a file in which the slice takes up its list `plain`; unchanged if it does so already. Throws if the declaration of the slice is not found. */
export const takingUp = (text: string, { wrap, module }: Omit<Side, 'path'>): string => {
  const { code } = scan(text, true)
  if (/\bwithPlain\(/.test(code)) return text
  const wrapped = wrap(text, code)
  if (wrapped === undefined) throw new Error('the declaration of the slice is not found')
  return `import { withPlain } from '${module}'\nimport { plain } from '../model/plain.ts'\n${wrapped}`
}
