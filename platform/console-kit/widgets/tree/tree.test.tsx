import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { blocksOf } from './block.tsx'
import { branchesOf, gapAt, moveOf, pressed, rowsOf, type TreeNode, type TreeRow, ticksOf, typedTo } from './tree-model.ts'
import { TreeView } from './tree-view.tsx'

const node = (key: string, children?: readonly TreeNode[]): TreeNode => ({ key, title: key.toUpperCase(), ...(children && { children }) })
const nodes = [node('a', [node('a1'), node('a2', [node('a21'), node('a22')])]), node('b'), node('c', [node('c1')])]
const rows = rowsOf(nodes, new Set(['a']))
const keys = (found: readonly TreeRow[]): string[] => found.map((row) => row.node.key)
const at = (key: string): number => keys(rows).indexOf(key)

describe('rows of a tree', () => {
  it('are the nodes whose ancestors are all expanded, with level and position among siblings', () => {
    expect(keys(rows)).toEqual(['a', 'a1', 'a2', 'b', 'c'])
    expect(keys(rowsOf(nodes, new Set(['a2'])))).toEqual(['a', 'b', 'c'])
    expect(keys(rowsOf(nodes, new Set(branchesOf(nodes))))).toEqual(['a', 'a1', 'a2', 'a21', 'a22', 'b', 'c', 'c1'])
    expect(rows[at('a2')]).toMatchObject({ level: 2, at: 2, of: 2, parent: 'a', isBranch: true, isOpen: false })
  })
  it('are rendered in blocks if they are many', () => {
    const many = rowsOf(
      Array.from({ length: 1234 }, (_, n) => node(String(n))),
      new Set(),
    )
    expect(blocksOf(rows)).toHaveLength(1)
    expect(blocksOf(many)).toHaveLength(13)
    expect(blocksOf(many).flatMap((block) => keys(block.rows))).toEqual(keys(many))
  })
})

describe('keys in a tree', () => {
  it('go up, down, to the ends, into a branch and to its parent', () => {
    expect(moveOf(rows, at('a'), 'ArrowDown')).toEqual({ to: 'a1' })
    expect(moveOf(rows, at('a'), 'ArrowUp')).toBeNull()
    expect(moveOf(rows, at('b'), 'ArrowUp')).toEqual({ to: 'a2' })
    expect(moveOf(rows, at('b'), 'Home')).toEqual({ to: 'a' })
    expect(moveOf(rows, at('a'), 'End')).toEqual({ to: 'c' })
    expect(moveOf(rows, at('a'), 'ArrowRight')).toEqual({ to: 'a1' })
    expect(moveOf(rows, at('a2'), 'ArrowRight')).toEqual({ open: ['a2'] })
    expect(moveOf(rows, at('b'), 'ArrowRight')).toBeNull()
    expect(moveOf(rows, at('a'), 'ArrowLeft')).toEqual({ close: 'a' })
    expect(moveOf(rows, at('a2'), 'ArrowLeft')).toEqual({ to: 'a' })
    expect(moveOf(rows, at('b'), 'ArrowLeft')).toBeNull()
    expect(moveOf(rows, at('b'), '*')).toEqual({ open: ['a', 'c'] })
    expect(moveOf(rows, at('b'), 'x')).toBeNull()
  })
  it('find the next title that begins with the typed letters', () => {
    const titles = rowsOf([node('bulb'), node('bus'), node('car')], new Set())
    expect(typedTo(titles, 0, 'b')).toBe('bus')
    expect(typedTo(titles, 1, 'bb')).toBe('bulb')
    expect(typedTo(titles, 0, 'bus')).toBe('bus')
    expect(typedTo(titles, 0, 'x')).toBeNull()
  })
})

describe('ticks of a tree', () => {
  it('are mixed on a branch with some ticked leaves', () => {
    const states = ticksOf(nodes, new Set(['a21', 'c1']))
    expect(Object.fromEntries(states)).toMatchObject({ a: 'mixed', a1: 'false', a2: 'mixed', a21: 'true', b: 'false', c: 'true' })
  })
  it('of a branch tick all its leaves, and clear them if all are ticked', () => {
    const [a] = nodes as [TreeNode]
    expect(pressed(a, ['a21', 'b'], false)).toEqual(['a21', 'b', 'a1', 'a22'])
    expect(pressed(a, ['a1', 'a21', 'a22', 'b'], false)).toEqual(['b'])
    expect(pressed(a, ['a1'], true)).toEqual(['a1', 'a'])
    expect(pressed(a, ['a1', 'a'], true)).toEqual(['a1'])
  })
})

it('a dragged node is dropped beside the edges of a row and into its middle, if it takes nodes', () => {
  const [a, a1] = rows as [TreeRow, TreeRow]
  expect([0.1, 0.5, 0.9].map((share) => gapAt(a1, share, true))).toEqual(['before', null, 'after'])
  expect([0.1, 0.4, 0.6, 0.9].map((share) => gapAt(a1, share, false))).toEqual(['before', 'before', 'after', 'after'])
  // Below an expanded branch lies its first child.
  expect([0.1, 0.5, 0.9].map((share) => gapAt(a, share, true))).toEqual(['before', null, null])
  expect([0.1, 0.9].map((share) => gapAt(a, share, false))).toEqual(['before', undefined])
})

describe('a tree in the page', () => {
  const markup = (props: object): string => renderToStaticMarkup(<TreeView label="Menus" nodes={nodes} open={['a']} {...props} />)
  const itemOf = (html: string, key: string): string => new RegExp(`<div role="treeitem"[^>]*data-key="${key}"[^>]*>`).exec(html)?.[0] ?? ''
  it('has one tab stop, which is the chosen row', () => {
    const html = markup({ chosen: 'a2', onChoose: () => undefined })
    expect(html).toContain('role="tree" class="ll-tree" aria-label="Menus"')
    expect(html.match(/tabindex="0"/g)).toHaveLength(1)
    expect(itemOf(html, 'a2')).toMatch(/aria-level="2" aria-posinset="2" aria-setsize="2" aria-expanded="false" aria-selected="true"/)
    expect(itemOf(html, 'a2')).toContain('tabindex="0"')
    expect(itemOf(html, 'b')).not.toContain('aria-expanded')
    expect(itemOf(markup({ onChoose: () => undefined }), 'a')).toContain('tabindex="0"')
  })
  it('says which rows are ticked; `alone`, a tick concerns only its own row', () => {
    const checked = (props: object, key: string): string | undefined => /aria-checked="(\w+)"/.exec(itemOf(markup(props), key))?.[1]
    expect(['a', 'a1', 'b'].map((key) => checked({ ticked: ['a1'], onTick: () => undefined }, key))).toEqual(['mixed', 'true', 'false'])
    expect(['a', 'a1'].map((key) => checked({ ticked: ['a1'], alone: true, onTick: () => undefined }, key))).toEqual(['false', 'true'])
    expect(itemOf(markup({ ticked: [], disabled: true }), 'a')).toContain('aria-disabled="true"')
  })
  it('renders the tab stop and no far rows of a long tree', () => {
    const long = Array.from({ length: 5000 }, (_, n) => node(`n${n}`))
    const html = renderToStaticMarkup(<TreeView label="Areas" nodes={long} chosen="n4321" onChoose={() => undefined} />)
    expect(html.match(/role="treeitem"/g)).toHaveLength(100)
    expect(itemOf(html, 'n4321')).toContain('tabindex="0"')
    expect(itemOf(html, 'n4321')).toContain('aria-setsize="5000"')
  })
})
