/** A menu in the console's trees. */
export interface MenuNode {
  readonly key: string
  readonly title: string
  readonly code?: string
  readonly category?: number
  readonly children?: readonly MenuNode[]
}

/** A move: the children of `parentId` (`0` for the roots), in order. */
export interface Placed {
  readonly parentId: string
  readonly ids: readonly string[]
}

/** Returns the position of a node: its parent (`0` for a root) and its siblings in order. */
export const placeOf = (
  nodes: readonly MenuNode[],
  key: string,
  parentId = '0',
): { readonly parentId: string; readonly keys: readonly string[] } | null => {
  const keys = nodes.map((node) => node.key)
  if (keys.includes(key)) return { parentId, keys }
  for (const node of nodes) {
    const found = placeOf(node.children ?? [], key, node.key)
    if (found) return found
  }
  return null
}

/** Returns the order below the new parent after `moved` was dropped on `target`, or in a gap beside it (`gap`: before or after it). */
export const dropped = (nodes: readonly MenuNode[], moved: string, target: string, gap: 'before' | 'after' | null): Placed | null => {
  if (moved === target) return null
  if (gap === null) {
    const below = childrenOf(nodes, target).filter((key) => key !== moved)
    return { parentId: target, ids: [moved, ...below] }
  }
  const at = placeOf(nodes, target)
  if (!at) return null
  const beside = at.keys.filter((key) => key !== moved)
  const index = beside.indexOf(target) + (gap === 'after' ? 1 : 0)
  return { parentId: at.parentId, ids: [...beside.slice(0, index), moved, ...beside.slice(index)] }
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Category of a page, below which other menus may stand. */
export const PAGE = 1
const nodeOf = (nodes: readonly MenuNode[], key: string | undefined): MenuNode | null => {
  for (const node of nodes) {
    const found = node.key === key ? node : nodeOf(node.children ?? [], key)
    if (found) return found
  }
  return null
}

/**
 * Returns the result of one step: before or after the sibling, below the page above, or out to the place
 * after its parent. Null if there is no such place.
 */
export const stepped = (nodes: readonly MenuNode[], key: string, step: Step): Placed | null => {
  const place = placeOf(nodes, key)
  if (!place) return null
  const at = place.keys.indexOf(key)
  const [above, below] = [place.keys[at - 1], place.keys[at + 1]]
  if (step === 'out') return place.parentId === '0' ? null : dropped(nodes, key, place.parentId, 'after')
  if (step === 'down') return below === undefined ? null : dropped(nodes, key, below, 'after')
  if (above === undefined) return null
  if (step === 'up') return dropped(nodes, key, above, 'before')
  return nodeOf(nodes, above)?.category === PAGE ? dropped(nodes, key, above, null) : null
}

const childrenOf = (nodes: readonly MenuNode[], key: string): readonly string[] => {
  for (const node of nodes) {
    if (node.key === key) return (node.children ?? []).map((child) => child.key)
    const found = childrenOf(node.children ?? [], key)
    if (found.length > 0) return found
  }
  return []
}

/** Returns the tree after a move: `ids`, wherever they were, are the children of `parentId` in this order. A move into itself changes nothing. */
export const arranged = (nodes: readonly MenuNode[], { parentId, ids }: Placed): readonly MenuNode[] => {
  const rows = ids.map((key) => nodeOf(nodes, key)).filter((node) => node !== null)
  if (rows.some((row) => row.key === parentId || nodeOf(row.children ?? [], parentId))) return nodes
  const placed = (node: MenuNode): MenuNode => {
    const children = node.key === parentId ? rows : (node.children ?? []).filter(({ key }) => !ids.includes(key))
    return node.children || children.length > 0 ? { ...node, children: children.map(placed) } : node
  }
  return (parentId === '0' ? rows : nodes.filter(({ key }) => !ids.includes(key))).map(placed)
}
