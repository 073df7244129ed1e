/** A page or button of the tree that can be granted. */
export interface GrantNode {
  readonly key: string
  readonly title: string
  readonly code: string
  /** Description of the right in Chinese and English: `zh / en`. */
  readonly remark?: string
  readonly children?: readonly GrantNode[]
}

/** Keys of the leaves below `nodes`. The leaves are the rights; pages above them only group them. */
export const leavesOf = (nodes: readonly GrantNode[]): readonly string[] =>
  nodes.flatMap((node) => (node.children?.length ? leavesOf(node.children) : [node.key]))

/** The part of the tree whose texts contain `text`, with its ancestors. */
export const matching = (nodes: readonly GrantNode[], text: string): readonly GrantNode[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return nodes
  return nodes.flatMap((node) => {
    if (`${node.title} ${node.code}`.toLowerCase().includes(wanted)) return [node]
    const children = matching(node.children ?? [], wanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The granted leaves; a page's key grants all leaves below it. */
export const granted = (nodes: readonly GrantNode[], keys: ReadonlySet<string>): readonly string[] =>
  nodes.flatMap((node) => {
    if (keys.has(node.key)) return node.children?.length ? leavesOf(node.children) : [node.key]
    return granted(node.children ?? [], keys)
  })
