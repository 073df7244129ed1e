import { type AnswerOf, api } from '@lamplight/console-kit'
import { invalidate, useFixedParams } from '@lamplight/console-kit/resource'
import type { grantTree } from '@lamplight/system/server'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { treeKeys } from '../server/people/role.handler.ts'
import { type GrantNode, granted } from './rights-tree.ts'

/** Kinds of grants of a role: menus with their buttons, data scopes, API scopes. */
export const PARTS = ['menu', 'dataScope', 'apiScope'] as const
export type PartName = (typeof PARTS)[number]
type Trees = Pick<AnswerOf<typeof grantTree>, PartName>
type Keys = Pick<AnswerOf<typeof treeKeys>, PartName>

/** One of the trees with its ticked keys. */
export interface Part {
  readonly tree: readonly GrantNode[]
  readonly keys: readonly string[]
  readonly setTicked: (keys: readonly string[]) => void
}
const sameKeys = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join()
const NOTHING: { readonly tree: readonly GrantNode[]; readonly had: readonly string[] } = { tree: [], had: [] }

/**
 * Saved and edited rights of roles. The trees of scopes may be long, so each is loaded when it is opened, and saving
 * replaces only changed parts. Several roles get the same rights in all three. `base`: the calls are
 * `{base}/menu/grant-tree`, `/menu/role-tree-keys` and `/role/grant`.
 */
export const useGrant = (roleIds: readonly string[], base = 'blade-system') => {
  const fixed = useFixedParams()
  const ids = roleIds.join(',')
  const several = roleIds.length > 1
  const [open, setOpen] = useState<PartName>('menu')
  const [ticked, setTicked] = useState<Partial<Keys>>({})
  const [saving, setSaving] = useState(false)
  const queries = useQueries({
    queries: PARTS.map((part) => ({
      queryKey: ['identity.role', 'grant', base, fixed, ids, part],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const quiet = { signal, quiet: true }
        const [trees, keys] = await Promise.all([
          api.get<Trees>(`${base}/menu/grant-tree`, { ...fixed, parts: part }, quiet),
          api.get<Keys>(`${base}/menu/role-tree-keys`, { ...fixed, roleIds: ids }, quiet),
        ])
        return { tree: trees[part], had: granted(trees[part], new Set(keys[part])) }
      },
      enabled: several || part === 'menu' || part === open,
      staleTime: 0,
      placeholderData: undefined,
    })),
  })
  const queryOf = (part: PartName) => queries[PARTS.indexOf(part)] as (typeof queries)[number]
  const isChanged = (part: PartName): boolean => {
    const [now, had] = [ticked[part], queryOf(part).data?.had]
    return now !== undefined && had !== undefined && !sameKeys(now, had)
  }
  const changed = PARTS.some(isChanged)
  const keysOf = (part: PartName): readonly string[] => ticked[part] ?? queryOf(part).data?.had ?? []
  const partOf = (part: PartName): Part => ({
    tree: (queryOf(part).data ?? NOTHING).tree,
    keys: keysOf(part),
    setTicked: (keys) => setTicked((before) => ({ ...before, [part]: keys })),
  })
  // Saving needs all parts that it replaces: a part that was not loaded would be removed.
  const ready = (several ? PARTS : (['menu'] as const)).every((part) => queryOf(part).data !== undefined)
  const save = async (): Promise<void> => {
    if (!ready) throw new Error('rights not loaded yet')
    setSaving(true)
    try {
      const changedKeys = (part: PartName) => (several || isChanged(part) ? keysOf(part).join(',') : undefined)
      const menuIds = keysOf('menu').join(',')
      await api.post(`${base}/role/grant`, {
        body: { ...fixed, roleIds: ids, menuIds, dataScopeIds: changedKeys('dataScope'), apiScopeIds: changedKeys('apiScope') },
      })
      await invalidate('identity.role')
      setTicked({})
    } finally {
      setSaving(false)
    }
  }
  return { open, setOpen, query: queryOf(open), partOf, changed, reset: () => setTicked({}), save, saving }
}
export type Grant = ReturnType<typeof useGrant>
