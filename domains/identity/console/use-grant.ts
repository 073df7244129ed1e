import { api } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type GrantNode, granted } from './rights-tree.ts'

/** What a role is granted: menus with their buttons, data scopes, API scopes. */
export const PARTS = ['menu', 'dataScope', 'apiScope'] as const
export type PartName = (typeof PARTS)[number]
type Trees = Readonly<Record<PartName, readonly GrantNode[]>>
type Keys = Readonly<Record<PartName, readonly string[]>>

/** One of the trees, as it is ticked. */
export interface Part {
  readonly tree: readonly GrantNode[]
  readonly keys: readonly string[]
  readonly setTicked: (keys: readonly string[]) => void
}
const sameKeys = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join()
const NOTHING: Trees & Keys = { menu: [], dataScope: [], apiScope: [] }

/** Rights of roles as they are and as they are ticked; saving replaces them for all the roles. */
export const useGrant = (roleIds: readonly string[]) => {
  const ids = roleIds.join(',')
  const query = useQuery({
    queryKey: ['identity.role', 'grant', ids],
    queryFn: async ({ signal }) => {
      const quiet = { signal, quiet: true }
      const [tree, keys] = await Promise.all([
        api.get<Trees>('blade-system/menu/grant-tree', {}, quiet),
        api.get<Keys>('blade-system/menu/role-tree-keys', { roleIds: ids }, quiet),
      ])
      const had = Object.fromEntries(PARTS.map((part) => [part, granted(tree[part], new Set(keys[part]))])) as unknown as Keys
      return { tree, had }
    },
    staleTime: 0,
    placeholderData: undefined,
  })
  const [ticked, setTicked] = useState<Partial<Keys>>({})
  const [saving, setSaving] = useState(false)
  const { tree, had } = query.data ?? { tree: NOTHING, had: NOTHING }
  const changed = useMemo(() => PARTS.some((part) => ticked[part] && !sameKeys(ticked[part], had[part])), [ticked, had])
  const keysOf = (part: PartName): readonly string[] => ticked[part] ?? had[part]
  const partOf = (part: PartName): Part => ({
    tree: tree[part],
    keys: keysOf(part),
    setTicked: (keys) => setTicked((before) => ({ ...before, [part]: keys })),
  })
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const [menuIds, dataScopeIds, apiScopeIds] = PARTS.map((part) => keysOf(part).join(','))
      await api.post('blade-system/role/grant', { body: { roleIds: ids, menuIds, dataScopeIds, apiScopeIds } })
      await invalidate('identity.role')
      setTicked({})
    } finally {
      setSaving(false)
    }
  }
  return { query, partOf, changed, reset: () => setTicked({}), save, saving }
}
export type Grant = ReturnType<typeof useGrant>
