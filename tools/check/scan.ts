/** A comment, string, template, regular expression or JSX text in TypeScript or TSX. */
export interface Token {
  readonly kind: 'comment' | 'string' | 'template' | 'regex' | 'jsxText' | 'jsxString'
  readonly start: number
  end: number
  /** The text between the quotes; for a template only its fixed parts. */
  value: string
  /** For a string that is the value of a JSX attribute, or a direct result of its expression: name of the attribute. */
  readonly attribute?: string
  /** Set for a string that a JSX child expression shows unchanged. */
  readonly child?: true
}

export interface Scan {
  readonly tokens: readonly Token[]
  /** The text with the content of every token replaced by blanks: same length and lines, only code. */
  readonly code: string
}

interface Place {
  readonly attribute?: string
  readonly child?: true
}

const BEFORE_EXPRESSION = new Set(
  'return typeof case in of do else void delete throw new await yield default instanceof extends'.split(' '),
)
const WORD = /[\p{L}\p{N}_$#@]+/uy
const NAME = /[\w$.:-]*/y
const GENERIC = /^<(const\s+)?[\p{L}_$][\w$]*\s*(,|extends\b)/u

/**
 * Separates code from comments, strings, templates, regular expressions and JSX text without a parser, for rules that look at
 * words. `jsx`: the file is .tsx. It assumes that the file compiles.
 */
export const scan = (text: string, jsx: boolean): Scan => {
  const tokens: Token[] = []
  const mask = text.split('')
  let at = 0
  /** True if the code before is a value, so that `/` divides and `<` compares. */
  let operand = false

  const blank = (from: number, to: number): void => {
    for (let i = from; i < to; i++) if (mask[i] !== '\n') mask[i] = ' '
  }
  const keep = (kind: Token['kind'], start: number, inner: number, outer: number, place: Place = {}): void => {
    tokens.push({ kind, start, end: at, value: text.slice(start + inner, at - outer), ...place })
    blank(start + inner, at - outer)
  }
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }

  const comment = (): void => {
    const start = at
    const close = text[at + 1] === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2
    at = close < at + 2 ? text.length : close
    keep('comment', start, 0, 0)
  }

  const quoted = (kind: 'string' | 'jsxString', place: Place): void => {
    const start = at
    const quote = text[at++]
    while (at < text.length && text[at] !== quote) at += kind === 'string' && text[at] === '\\' ? 2 : 1
    at++
    keep(kind, start, 1, 1, place)
    operand = true
  }

  const template = (place: Place): void => {
    const token: Token = { kind: 'template', start: at, end: at, value: '', ...place }
    tokens.push(token)
    let from = ++at
    const part = (): void => {
      token.value += text.slice(from, at)
      blank(from, at)
    }
    while (at < text.length && text[at] !== '`') {
      if (text.startsWith('${', at)) {
        part()
        at += 2
        code(true, {})
        from = ++at
      } else at += text[at] === '\\' ? 2 : 1
    }
    part()
    token.end = ++at
    operand = true
  }

  const regex = (): void => {
    const start = at++
    for (let inClass = false; at < text.length && (inClass || text[at] !== '/'); at++) {
      if (text[at] === '\\') at++
      else if (text[at] === '[') inClass = true
      else if (text[at] === ']') inClass = false
    }
    at++
    keep('regex', start, 1, 1)
    match(WORD)
    operand = true
  }

  const opensElement = (): boolean => {
    const next = text[at + 1] ?? ''
    if (!jsx || operand || !/[\p{L}_$>]/u.test(next)) return false
    const rest = text.slice(at, at + 200)
    if (GENERIC.test(rest)) return false
    const called = /^<([\p{L}_$][\w$]*)>\s*\(/u.exec(rest)
    return !called || text.includes(`</${called[1]}>`, at)
  }

  const typeArguments = (): void => {
    for (let depth = 0; at < text.length; at++) {
      if (text[at] === '<') depth++
      if (text[at] === '>' && text[at - 1] !== '=' && --depth === 0) break
    }
    at++
  }

  /** Reads from `<` to the end of the opening tag; returns true if the element has children. */
  const opening = (): boolean => {
    at++
    match(NAME)
    if (text[at] === '<') typeArguments()
    while (at < text.length) {
      if (text.startsWith('/>', at)) {
        at += 2
        return false
      }
      if (text[at] === '>') {
        at++
        return true
      }
      if (text.startsWith('/*', at) || text.startsWith('//', at)) comment()
      else if (text[at] === '{') braces({})
      else if (/[\w$]/.test(text[at]!)) attribute()
      else at++
    }
    return false
  }

  const attribute = (): void => {
    const name = match(NAME)
    match(/\s*/y)
    if (text[at] !== '=') return
    at++
    match(/\s*/y)
    if (text[at] === '{') braces({ attribute: name })
    else if (text[at] === '<') element()
    else quoted('jsxString', { attribute: name })
  }

  const braces = (place: Place): void => {
    at++
    operand = false
    code(true, place)
    at++
  }

  const element = (): void => {
    if (opening()) {
      while (at < text.length && !text.startsWith('</', at)) {
        if (text[at] === '{') braces({ child: true })
        else if (text[at] === '<') element()
        else {
          const start = at
          while (at < text.length && text[at] !== '{' && text[at] !== '<') at++
          if (text.slice(start, at).trim()) keep('jsxText', start, 0, 0)
        }
      }
      at = text.indexOf('>', at) + 1 || text.length
    }
    operand = true
  }

  const symbol = (): void => {
    const c = text[at]!
    const doubled = (c === '+' || c === '-') && text[at + 1] === c
    at += doubled ? 2 : 1
    if (doubled || (c === '!' && operand && text[at] !== '=')) return
    operand = c === ')' || c === ']' || c === '}'
  }

  /** Reads code to the end, or to the brace that closes the one opened before. */
  const code = (braced: boolean, place: Place): void => {
    let depth = 0
    while (at < text.length) {
      const c = text[at]!
      const here = depth === 0 ? place : {}
      if (c === '}' && braced && depth === 0) return
      if (c === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) comment()
      else if (c === '"' || c === "'") quoted('string', here)
      else if (c === '`') template(here)
      else if (c === '/' && !operand) regex()
      else if (c === '<' && opensElement()) element()
      else if (/\s/.test(c)) at++
      else {
        const word = match(WORD)
        if (word) {
          operand = !BEFORE_EXPRESSION.has(word)
          continue
        }
        if ('({['.includes(c)) depth++
        if (')}]'.includes(c)) depth--
        symbol()
      }
    }
  }

  if (text.startsWith('#!')) {
    at = text.indexOf('\n')
    blank(0, at)
  }
  code(false, {})
  return { tokens, code: mask.join('') }
}
