import { api } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

/** A page or a button of the tree that may be granted. */
export interface GrantNode {
  readonly key: string
  readonly title: string
  readonly code: string
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
const granted = (nodes: readonly GrantNode[], keys: ReadonlySet<string>): readonly string[] =>
  nodes.flatMap((node) => {
    if (keys.has(node.key)) return node.children?.length ? leavesOf(node.children) : [node.key]
    return granted(node.children ?? [], keys)
  })

/** Rights of roles as they are and as they are ticked; saving replaces them for all the roles. */
export const useGrant = (roleIds: readonly string[]) => {
  const ids = roleIds.join(',')
  const query = useQuery({
    queryKey: ['identity.role', 'grant', ids],
    queryFn: async ({ signal }) => {
      const quiet = { signal, quiet: true }
      const [tree, keys] = await Promise.all([
        api.get<{ menu: readonly GrantNode[] }>('blade-system/menu/grant-tree', {}, quiet),
        api.get<{ menu: readonly string[] }>('blade-system/menu/role-tree-keys', { roleIds: ids }, quiet),
      ])
      return { tree: tree.menu, had: granted(tree.menu, new Set(keys.menu)) }
    },
    staleTime: 0,
    placeholderData: undefined,
  })
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const [saving, setSaving] = useState(false)
  const had = query.data?.had ?? []
  const keys = ticked ?? had
  const changed = useMemo(() => ticked !== null && [...ticked].sort().join() !== [...had].sort().join(), [ticked, had])
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await api.post('blade-system/role/grant', { body: { roleIds: ids, menuIds: keys.join(','), dataScopeIds: '', apiScopeIds: '' } })
      await invalidate('identity.role')
      setTicked(null)
    } finally {
      setSaving(false)
    }
  }
  return { query, tree: query.data?.tree ?? [], keys, changed, setTicked, save, saving }
}
export type Grant = ReturnType<typeof useGrant>
