import { api } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type GrantNode, granted } from './rights-tree.ts'

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
