/** A page or a button of the tree that may be granted. */
export interface GrantNode {
  readonly key: string
  readonly title: string
  readonly code: string
  /** What the right opens, in Chinese and English: `zh / en`. */
  readonly remark?: string
  readonly children?: readonly GrantNode[]
}

/** Keys of the leaves below `nodes`: the rights themselves; pages above them only show the way. */
export const leavesOf = (nodes: readonly GrantNode[]): readonly string[] =>
  nodes.flatMap((node) => (node.children?.length ? leavesOf(node.children) : [node.key]))

/** The part of the tree whose words contain `text`, with what stands above it. */
export const matching = (nodes: readonly GrantNode[], text: string): readonly GrantNode[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return nodes
  return nodes.flatMap((node) => {
    if (`${node.title} ${node.code}`.toLowerCase().includes(wanted)) return [node]
    const children = matching(node.children ?? [], wanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The granted leaves: a key of a page stands for all below it. */
export const granted = (nodes: readonly GrantNode[], keys: ReadonlySet<string>): readonly string[] =>
  nodes.flatMap((node) => {
    if (keys.has(node.key)) return node.children?.length ? leavesOf(node.children) : [node.key]
    return granted(node.children ?? [], keys)
  })
