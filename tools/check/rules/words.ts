import { areaOf } from '../areas.ts'
import type { Token } from '../scan.ts'
import { isTest, type Rule, type SourceFile } from '../tree.ts'

const CJK = /\p{Script=Han}/u
const WORDS = /\p{Script=Han}+|\p{L}{2,}/gu
/** Symbols of units, keys and formats, and names that are the same in every language, such as the names of languages. */
const NEUTRAL = new Set(
  (
    'kW MW Wh kWh MWh kV mA Hz lx km ms min SN ID IP GPS WGS GCJ MQTT CSV JSON GeoJSON PDF PNG Excel ' +
    'Ctrl Esc Enter Tab Shift Alt Cmd Lamplight 中文 English'
  ).split(' '),
)
/** Attributes whose text is shown or read aloud to a user. */
const READ =
  /^(title|label|placeholder|alt|aria-label|aria-description|aria-valuetext|description|tooltip|message|content|extra|help|okText|cancelText|emptyText|text|heading|suffix|prefix|addonAfter|addonBefore|tab|header|subTitle|confirmText)$/
const COMPARED_BEFORE = /[=!]==?\s*$/
const COMPARED_AFTER = /^\s*[=!]==?/
/** A string in an expression is its result only after one of these. */
const RESULT_BEFORE = /([{?:(]|&&|\|\||\?\?)\s*$/

const shown = (file: SourceFile, { start, end, kind }: Token): boolean => {
  if (kind === 'jsxString' || kind === 'jsxText') return true
  const before = file.scan.code.slice(Math.max(0, start - 40), start)
  const after = file.scan.code.slice(end, end + 10)
  return RESULT_BEFORE.test(before) && !COMPARED_BEFORE.test(before) && !COMPARED_AFTER.test(after)
}

const isWords = (value: string): boolean => (value.replace(/&\w+;/g, ' ').match(WORDS) ?? []).some((word) => !NEUTRAL.has(word))

/** Texts in JSX must come from `t([zh, en])`. */
export const literals: Rule = {
  name: 'text',
  check(tree, report) {
    for (const file of tree.sources) {
      if (!file.path.endsWith('.tsx') || isTest(file.path)) continue
      for (const token of file.scan.tokens) {
        const place = token.kind === 'jsxText' || token.child || (token.attribute !== undefined && READ.test(token.attribute))
        if (place && isWords(token.value) && shown(file, token))
          report(file, token.start, `"${token.value.trim().slice(0, 40)}" has no translation: write both languages, t([zh, en])`)
      }
    }
  },
}

/** Strings with both languages in one (`初始密码 / Initial password`), the product's name, and English sentences that quote a label. */
const SAYS_BOTH = /\p{Script=Han}.* \/ [A-Za-z]|Lamplight|([A-Za-z]{2,}\W+){5}/su
/** Data of a new database, as users would type it. */
const SEED = /\/seed\.ts$/
/** Folders with texts for users. A generator of Chinese street names works on single characters and is not among them. */
const SPOKEN = /^(domains|apps|platform\/(kit|fields|console-kit|server-kit|inventory))\//

const OPENS = '([{'
const CLOSES = ')]}'

/** Returns the offset of the innermost bracket open at an offset; -1 if there is none. */
const openerBefore = (code: string, offset: number): number => {
  let from = offset
  for (let depth = 0; from >= 0; from--) {
    if (CLOSES.includes(code[from]!)) depth++
    else if (OPENS.includes(code[from]!) && depth-- === 0) break
  }
  return from
}

/** Returns the elements of the innermost `[…]` around an offset, as ranges; empty if the innermost bracket is another one. */
const elementsAround = (code: string, offset: number): (readonly [from: number, to: number])[] => {
  const from = openerBefore(code, offset)
  if (code[from] !== '[') return []
  const elements: (readonly [number, number])[] = []
  let begin = from + 1
  for (let at = begin, depth = 0; at < code.length; at++) {
    const c = code[at]!
    if (OPENS.includes(c)) depth++
    const end = CLOSES.includes(c) && depth-- === 0
    if (end || (c === ',' && depth === 0)) {
      if (code.slice(begin, at).trim()) elements.push([begin, at])
      begin = at + 1
    }
    if (end) break
  }
  return elements
}

/** True for the value, or a string in the value, of `zh:`: `{ zh: '灯', en: 'Lamp' }`, `{ zh: { lamp: '灯' }, en: { … } }`. */
const isOfZh = (code: string, start: number): boolean =>
  /\bzh:\s*$/.test(code.slice(0, start)) || /\bzh:\s*$/.test(code.slice(0, Math.max(0, openerBefore(code, start - 1))))

/** True for the value of `example:`, or a string in it: it is an example of an API call, not a text of the console. */
const isExample = (code: string, start: number): boolean => {
  for (let at = start; at >= 0; at = openerBefore(code, at - 1))
    if (/\bexample:\s*$/.test(code.slice(Math.max(0, at - 40), at))) return true
  return false
}

/**
 * True if the English is beside the string: `['灯', 'Lamp']`, `['1', '灯', 'Lamp']` (another element is not Chinese), or `zh ? '灯' : 'Lamp'`
 * (the next or previous string is not Chinese).
 */
const isPaired = (tokens: readonly Token[], at: number, code: string): boolean => {
  const { start, end } = tokens[at]!
  if (isOfZh(code, start) || isExample(code, start)) return true
  const chinese = tokens.filter(({ value }) => CJK.test(value))
  const elements = elementsAround(code, start - 1)
  if (elements.some(([from, to]) => !chinese.some((token) => token.start >= from && token.end <= to))) return true
  const beside = (other: Token | undefined, between: (token: Token) => string): boolean =>
    other !== undefined && !CJK.test(other.value) && /^\s*[,:]\s*$/.test(between(other))
  return (
    beside(tokens[at + 1], (next) => code.slice(end, next.start)) || beside(tokens[at - 1], (previous) => code.slice(previous.end, start))
  )
}

/** Every Chinese text has its English beside it: `[zh, en]`. */
export const pairs: Rule = {
  name: 'both languages',
  check(tree, report) {
    for (const file of tree.sources) {
      if (isTest(file.path) || areaOf(file.path)?.layer === 'tool' || !SPOKEN.test(file.path) || SEED.test(file.path)) continue
      const strings = file.scan.tokens.filter(({ kind }) => kind === 'string' || kind === 'template')
      const outer = strings.filter((token, at) => !strings.slice(0, at).some((other) => other.end > token.end))
      outer.forEach((token, at) => {
        if (CJK.test(token.value) && isWords(token.value) && !SAYS_BOTH.test(token.value) && !isPaired(outer, at, file.scan.code))
          report(file, token.start, `"${token.value.trim().slice(0, 40)}" has no English beside it: [zh, en]`)
      })
    }
  },
}

const COLOUR = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|oklch)\(\s*[\d.]/i
/** Sizes within a media query cannot be variables. */
const SIZE = /(?<![\w.])(?<!width: ?|height: ?)(?!0px|1px)\d+(?:\.\d+)?px\b/
const TOKENS = /palette|theme|token/

/** Colours and sizes come from the theme's tokens. A palette file is exempt: canvases cannot use CSS variables. */
export const raw: Rule = {
  name: 'tokens',
  check(tree, report) {
    for (const file of tree.sources) {
      if (areaOf(file.path)?.layer !== 'console' || isTest(file.path) || TOKENS.test(file.path.split('/').slice(2).join('/'))) continue
      for (const token of file.scan.tokens) {
        if (!['string', 'template', 'jsxString'].includes(token.kind)) continue
        const found = COLOUR.exec(token.value)?.[0] ?? SIZE.exec(token.value)?.[0]
        if (found) report(file, token.start, `${found} is raw: use a token of the theme`)
      }
    }
    for (const file of tree.files) {
      if (!file.path.endsWith('.css') || TOKENS.test(file.path)) continue
      const plain = file.text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
      for (const { 0: found, index } of plain.matchAll(new RegExp(COLOUR, 'gi')))
        report(file, index, `${found} is raw: use a token of the theme`)
    }
  },
}
