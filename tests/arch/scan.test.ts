import { expect, test } from 'vitest'
import { scan } from '../../tools/check/scan.ts'
import { readTree } from '../../tools/check/tree.ts'

const kinds = (text: string, jsx = true): string[] => scan(text, jsx).tokens.map(({ kind, value }) => `${kind} ${value.trim()}`)

test('the scanned code has the length and the line breaks of the source', () => {
  const text = `const a = 'x\\'y' // note
const b = \`\${a + 'z'} t\` /* two
lines */ + /[/]'/.source`
  const { code, tokens } = scan(text, false)
  expect(code).toHaveLength(text.length)
  expect(code.split('\n')).toHaveLength(3)
  expect(code.replace(/\s+/g, ' ')).toBe(`const a = ' ' const b = \`\${a + ' '} \` + / /.source`)
  expect(tokens.map(({ kind, value }) => [kind, value])).toEqual([
    ['string', "x\\'y"],
    ['comment', '// note'],
    ['template', ' t'],
    ['string', 'z'],
    ['comment', '/* two\nlines */'],
    ['regex', "[/]'"],
  ])
})

test('a slash after a value is a division, elsewhere it begins a regular expression', () => {
  expect(kinds("const a = b / c / d + 'x'", false)).toEqual(['string x'])
  expect(kinds("return /'/.test(a) || f(i++ / 2, x! / 3, '/')", false)).toEqual(["regex '", 'string /'])
})

test('JSX elements are distinguished from comparisons, type arguments and generic functions', () => {
  expect(kinds('const a = b < c && d > e')).toEqual([])
  expect(kinds("const f = <T,>(x: T) => x, g = useState<Row>('s'), h = <T extends string>(x: T) => x")).toEqual(['string s'])
  expect(kinds('const a = <b>two words</b>')).toEqual(['jsxText two words'])
  expect(kinds('const a = <Table<Row> rows={rows.map((r) => ({ ...r, x: "in" }))}>more</Table>')).toEqual(['string in', 'jsxText more'])
})

test('JSX texts keep their position', () => {
  const tokens = scan(
    `const a = (
      <Field label="Name" title={ok ? 'Yes' : t(['否', 'No'])} {...rest}>
        {/* note */}
        it's <b>{'shown'}</b> {pick('not shown')}
        {list.map((x) => <i key={x}>{x}</i>)}
      </Field>
    )`,
    true,
  ).tokens
  expect(tokens.map(({ kind, value, attribute, child }) => [kind, value.trim(), attribute ?? (child ? 'child' : '')])).toEqual([
    ['jsxString', 'Name', 'label'],
    ['string', 'Yes', 'title'],
    ['string', '否', ''],
    ['string', 'No', ''],
    ['comment', '/* note */', ''],
    ['jsxText', "it's", ''],
    ['string', 'shown', 'child'],
    ['string', 'not shown', ''],
  ])
})

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Returns the offset of the first unpaired bracket; -1 if all are paired. */
const unpaired = (code: string): number => {
  const open: number[] = []
  for (let at = 0; at < code.length; at++) {
    const c = code[at]!
    if ('([{'.includes(c)) open.push(at)
    else if (PAIRS[c] && code[open.pop() ?? -1] !== PAIRS[c]) return at
  }
  return open[0] ?? -1
}

test('the scanner keeps the brackets of every source file paired', () => {
  const { sources } = readTree(new URL('../..', import.meta.url).pathname)
  expect(sources.length).toBeGreaterThan(50)
  for (const file of sources) {
    const at = unpaired(file.scan.code)
    expect(at < 0 ? '' : `${file.path}:${file.lineOf(at)}`).toBe('')
  }
})
