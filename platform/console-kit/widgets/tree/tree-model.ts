/** A node of a tree. */
export interface TreeNode {
  readonly key: string
  readonly title: string
  readonly children?: readonly TreeNode[]
}

/** A visible row: a node all of whose ancestors are expanded. */
export interface TreeRow<N extends TreeNode = TreeNode> {
  readonly node: N
  readonly level: number
  /** Position among its siblings, from 1, and their number. */
  readonly at: number
  readonly of: number
  readonly parent: string | null
  readonly isBranch: boolean
  readonly isOpen: boolean
}

const childrenOf = <N extends TreeNode>(node: N): readonly N[] => (node.children ?? []) as readonly N[]

/** Returns the visible rows from top to bottom. */
export const rowsOf = <N extends TreeNode>(nodes: readonly N[], open: ReadonlySet<string>): readonly TreeRow<N>[] => {
  const rows: TreeRow<N>[] = []
  const add = (siblings: readonly N[], level: number, parent: string | null): void => {
    siblings.forEach((node, index) => {
      const children = childrenOf(node)
      const isOpen = children.length > 0 && open.has(node.key)
      rows.push({ node, level, at: index + 1, of: siblings.length, parent, isBranch: children.length > 0, isOpen })
      if (isOpen) add(children, level + 1, node.key)
    })
  }
  add(nodes, 1, null)
  return rows
}

/** Keys of the nodes that have children. */
export const branchesOf = (nodes: readonly TreeNode[]): string[] => {
  const keys: string[] = []
  const add = (node: TreeNode): void => {
    if (!node.children?.length) return
    keys.push(node.key)
    node.children.forEach(add)
  }
  nodes.forEach(add)
  return keys
}

export type TickState = 'true' | 'false' | 'mixed'

/** Returns whether all, none or some of the leaves below each node are ticked, by key. */
export const ticksOf = (nodes: readonly TreeNode[], ticked: ReadonlySet<string>): ReadonlyMap<string, TickState> => {
  const states = new Map<string, TickState>()
  const visit = (node: TreeNode): TickState => {
    const below = (node.children ?? []).map(visit)
    const [first] = below
    const state = first === undefined ? (ticked.has(node.key) ? 'true' : 'false') : below.every((one) => one === first) ? first : 'mixed'
    states.set(node.key, state)
    return state
  }
  nodes.forEach(visit)
  return states
}

const leavesBelow = (node: TreeNode): string[] => (node.children?.length ? node.children.flatMap(leavesBelow) : [node.key])

/** Returns the ticked keys after a press on `node`: a leaf changes, a branch ticks or clears all leaves below it. `alone`: only the node itself changes. */
export const pressed = (node: TreeNode, ticked: readonly string[], alone: boolean): readonly string[] => {
  const keys = alone ? [node.key] : leavesBelow(node)
  const had = new Set(ticked)
  if (keys.every((key) => had.has(key))) {
    const gone = new Set(keys)
    return ticked.filter((key) => !gone.has(key))
  }
  return [...ticked, ...keys.filter((key) => !had.has(key))]
}

/** Effect of a key: moves the focus to a row, or changes which branches are expanded. */
export type Move = { readonly to: string } | { readonly open: readonly string[] } | { readonly close: string } | null

/** Returns the effect of a key pressed on the row at `index`. */
export const moveOf = (rows: readonly TreeRow[], index: number, key: string): Move => {
  const row = rows[index]
  const to = (at: number): Move => {
    const found = rows[at]
    return found ? { to: found.node.key } : null
  }
  if (!row) return null
  if (key === 'ArrowDown') return to(index + 1)
  if (key === 'ArrowUp') return to(index - 1)
  if (key === 'Home') return to(0)
  if (key === 'End') return to(rows.length - 1)
  if (key === 'ArrowRight' && row.isBranch) return row.isOpen ? to(index + 1) : { open: [row.node.key] }
  if (key === 'ArrowLeft') return row.isOpen ? { close: row.node.key } : row.parent === null ? null : { to: row.parent }
  if (key === '*') return { open: rows.filter((one) => one.parent === row.parent && one.isBranch).map((one) => one.node.key) }
  return null
}

/** Returns the next row whose title begins with the typed letters; a repeated single letter goes on to the next row. */
export const typedTo = (rows: readonly TreeRow[], index: number, typed: string): string | null => {
  const letters = typed.toLowerCase()
  const word = [...letters].every((letter) => letter === letters[0]) ? letters[0]! : letters
  const from = word.length === 1 ? index + 1 : index
  const turned = [...rows.slice(from), ...rows.slice(0, from)]
  return turned.find(({ node }) => node.title.toLowerCase().startsWith(word))?.node.key ?? null
}

/** Where a dragged node is dropped: beside the target or into it. */
export type Gap = 'before' | 'after' | null

/**
 * Returns the place of a drop by the height of the pointer in the row (0 to 1); undefined if the node cannot be dropped there. Below an expanded
 * branch lies its first child, so a drop at its lower edge goes into it.
 */
export const gapAt = (row: TreeRow, share: number, takes: boolean): Gap | undefined => {
  if (takes && (share > 0.25 || row.isOpen) && (share < 0.75 || row.isOpen)) return share <= 0.25 ? 'before' : null
  if (row.isOpen && share >= 0.5) return undefined
  return share < 0.5 ? 'before' : 'after'
}
