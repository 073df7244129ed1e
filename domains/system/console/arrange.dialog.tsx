import { api, Dialog, notify, useT } from '@lamplight/console-kit'
import { invalidate, LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { Tree } from 'antd'
import { useState } from 'react'
import { dropped, type MenuNode } from './menu-tree.ts'

/** The menus as a tree whose entries are dragged: beside another to sort, onto a page to move there. Each drop is kept at once. */
export const ArrangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: ['system.menu', 'arrange'],
    queryFn: ({ signal }) => api.get<{ menu: readonly MenuNode[] }>('blade-system/menu/grant-tree', {}, { signal, quiet: true }),
    staleTime: 0,
  })
  const tree = query.data?.menu ?? []
  const move = (moved: string, target: string, gap: 'before' | 'after' | null): void => {
    const placed = dropped(tree, moved, target, gap)
    if (!placed) return
    setBusy(true)
    api
      .post('blade-system/menu/arrange', { body: placed })
      .then(async () => {
        await Promise.all([query.refetch(), invalidate('system.menu')])
        notify.success(['已保存', 'Saved'])
      })
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      title={t(['调整菜单顺序', 'Arrange menus'])}
      firm={busy}
      onClose={onClose}
      footer={
        <button type="button" className="ll-button ll-button--primary" disabled={busy} onClick={onClose}>
          {t(['完成', 'Done'])}
        </button>
      }
    >
      <p>
        {t([
          '拖到两项之间以排序，拖到某页上以移入；每次拖放立即保存。也可在编辑表单中修改上级菜单和排序。',
          'Drag between two entries to sort, onto a page to move it there; each drop is saved at once. The form has parent and order, too.',
        ])}
      </p>
      {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsSkeleton rows={8} cards={false} />}
      <Tree
        blockNode
        draggable={{ icon: false }}
        disabled={busy}
        treeData={tree as never}
        allowDrop={({ dropNode, dropPosition }) => dropPosition !== 0 || (dropNode as unknown as MenuNode).category === 1}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const at = Number(node.pos.split('-').at(-1))
          move(String(dragNode.key), String(node.key), dropToGap ? (dropPosition - at < 0 ? 'before' : 'after') : null)
        }}
      />
    </Dialog>
  )
}
