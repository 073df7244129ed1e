// Adds a generated resource to the files of its slice: export, server, page and menu. It works on texts only.
import { scan } from '../check/scan.ts'

/** Data of the resource that is added to the files of a slice. */
export interface Wiring {
  /** Name of the slice: `places`. */
  readonly slice: string
  /** Name of the constant that holds the definition: `bench`. */
  readonly variable: string
  /** File name without the suffix: `bench` for `bench.resource.ts`. */
  readonly file: string
  /** True if the resource has a server file of its own; otherwise `onServer(bench, {})` is written. */
  readonly wrapped: boolean
  /** Path of the list page. */
  readonly link: string
  /** The menu entry as source text. */
  readonly menu: string
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }

/** Returns the index of the bracket that closes the one at `open`. */
const closeOf = (code: string, open: number): number => {
  const stack: string[] = []
  for (let at = open; at < code.length; at += 1) {
    const char = code[at] as string
    if (CLOSING[char]) stack.push(CLOSING[char])
    else if (char === stack.at(-1)) {
      stack.pop()
      if (stack.length === 0) return at
    }
  }
  throw new Error('a bracket is not closed')
}

/**
 * Returns the index of the opening bracket of the list that is the value of `key` in the object
 * between the brackets; undefined without such a key.
 */
const listOf = (code: string, open: number, close: number, key: string): number | undefined => {
  for (let at = open + 1; at < close; at += 1) {
    if (CLOSING[code[at] as string]) at = closeOf(code, at)
    const found = /^[\s,{]/.test(code[at - 1] as string) && new RegExp(`^${key}:\\s*\\[`).exec(code.slice(at, close))
    if (found) return at + found[0].length - 1
  }
  return undefined
}

/** Adds an element to the list that opens at `open`. */
const pushed = (text: string, code: string, open: number, element: string): string => {
  const close = closeOf(code, open)
  const end = text.slice(0, close).trimEnd()
  const isFirst = end.endsWith('[') || end.endsWith(',')
  return `${end}${isFirst ? '' : ','} ${element},\n${text.slice(close)}`
}

const refuseKnown = (code: string, name: string): void => {
  if (new RegExp(`\\b${name}\\b`).test(code)) throw new Error(`${name} is there already`)
}

/** Adds import lines after the last import. */
const imported = (text: string, lines: readonly string[]): string => {
  const { code } = scan(text, true)
  const last = [...code.matchAll(/^import\b[^;]*?from\s+'\s*'|^import\b.*$/gm)].at(-1)
  const at = last ? text.indexOf('\n', last.index + last[0].length - 1) + 1 : 0
  return `${text.slice(0, at)}${lines.join('\n')}\n${text.slice(at)}`
}

/** Adds an element to `resources` of the object that starts at the match of `opening`; adds the key if it is missing. */
const intoResources = (text: string, opening: RegExp, element: string): string => {
  const { code } = scan(text, true)
  const found = opening.exec(code)
  if (!found) throw new Error('the declaration of the slice is not found')
  const open = found.index + found[0].length - 1
  const close = closeOf(code, open)
  const list = listOf(code, open, close, 'resources')
  if (list !== undefined) return pushed(text, code, list, element)
  if (/\.\.\.\s*\w*Of\(/.test(code.slice(open, close))) throw new Error('its resources come from a spread: write resources: [...] out')
  const end = text.slice(0, close).trimEnd()
  const isFirst = end.endsWith('{') || end.endsWith(',')
  return `${end}${isFirst ? '' : ','} resources: [${element}],\n${text.slice(close)}`
}

/** Returns functions by file that add the resource to the file's text. Each throws if the resource is there already or has no place. */
export const wired = ({ slice, variable, file, wrapped, link, menu }: Wiring): Readonly<Record<string, (text: string) => string>> => {
  const model = `import { ${variable} } from '../model/${file}.resource.ts'`
  const withImports = (text: string, name: string, lines: readonly string[]): string => {
    refuseKnown(scan(text, true).code, name)
    return imported(text, lines)
  }
  return {
    [`domains/${slice}/model/index.ts`]: (text) => {
      refuseKnown(scan(text, false).code, variable)
      return `${text.trimEnd()}\nexport { ${variable} } from './${file}.resource.ts'\n`
    },
    [`domains/${slice}/server/index.ts`]: (text) => {
      const own = `${variable}Server`
      const lines = wrapped
        ? [`import { ${own} } from './${file}.server.ts'`]
        : [model, ...(/\bonServer\b/.test(text) ? [] : [`import { onServer } from '@lamplight/server-kit'`])]
      return intoResources(
        withImports(text, wrapped ? own : variable, lines),
        /: ServerSlice = \{/,
        wrapped ? own : `onServer(${variable}, {})`,
      )
    },
    [`domains/${slice}/console/${slice}.console.tsx`]: (text) => {
      const lines = [model, ...(/\bonConsole\b/.test(text) ? [] : [`import { onConsole } from '@lamplight/console-kit/resource'`])]
      return intoResources(withImports(text, variable, lines), /\bdefineConsole\(\{/, `onConsole(${variable}, { link: '${link}' })`)
    },
    [`domains/${slice}/model/menu.ts`]: (text) => {
      if (text.includes(`path: '${link}'`)) throw new Error(`the page ${link} is there already`)
      const { code } = scan(text, false)
      const found = /\bdefineMenu\(\[/.exec(code)
      if (!found) throw new Error('defineMenu is not found')
      return pushed(text, code, found.index + found[0].length - 1, menu)
    },
  }
}
