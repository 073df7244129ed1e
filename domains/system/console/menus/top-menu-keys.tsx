import { api, notify, Tree, useT } from '@lamplight/console-kit'
import { LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { grantTopTree, topTreeKeys } from '../../server/menus/top-menu.handler.ts'

/** Tree of the menus of top menus with checkboxes; saving replaces them. */
export const TopMenuKeys = ({ ids, onSaved }: { readonly ids: readonly string[]; readonly onSaved?: () => void }) => {
  const t = useT()
  const topMenuIds = ids.join(',')
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: ['system.topMenu', 'keys', topMenuIds],
    queryFn: async ({ signal }) => {
      const quiet = { signal, quiet: true }
      const [tree, keys] = await Promise.all([
        api.get<typeof grantTopTree>('blade-system/menu/grant-top-tree', {}, quiet),
        api.get<typeof topTreeKeys>('blade-system/menu/top-tree-keys', { topMenuIds }, quiet),
      ])
      return { tree: tree.menu, keys: keys.menu }
    },
    staleTime: 0,
  })
  if (query.isError) return <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />
  if (query.isPending) return <RowsSkeleton rows={8} cards={false} />
  const keys = ticked ?? query.data.keys
  const save = (): void => {
    setBusy(true)
    api
      .post('blade-system/topmenu/grant', { body: { topMenuIds, menuIds: keys.join(',') } })
      .then(async () => {
        await query.refetch()
        setTicked(null)
        notify.success(['已保存', 'Saved'])
        onSaved?.()
      })
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Tree label={t(['菜单', 'Menus'])} nodes={query.data.tree} ticked={keys} alone onTick={setTicked} />
      <button type="button" className="ll-button ll-button--primary" disabled={busy || ticked === null} aria-busy={busy} onClick={save}>
        {t(['保存', 'Save'])}
      </button>
    </>
  )
}
