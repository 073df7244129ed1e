import { api, Dialog, notify, Tree, useT } from '@lamplight/console-kit'
import { invalidate, LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { grantTree } from '../../server/menus/menu.handler.ts'
import { arranged, dropped, type MenuNode, PAGE, type Placed, type Step, stepped } from './menu-tree.ts'

const STEPS: readonly (readonly [Step, Text])[] = [
  ['up', ['上移', 'Up']],
  ['down', ['下移', 'Down']],
  ['in', ['移入上一项', 'Into the one above']],
  ['out', ['移出', 'Out']],
]

/**
 * Dialog with the menu tree. Entries are dragged: beside another one to sort, onto a page to move below it; without a mouse, buttons move the
 * selected entry by steps. Each move is shown at once and saved after the one before it.
 */
export const ArrangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useT()
  /** Moves that the loaded tree does not have yet. */
  const [moves, setMoves] = useState<readonly Placed[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const [open, setOpen] = useState<readonly string[]>([])
  const query = useQuery({
    queryKey: ['system.menu', 'arrange'],
    queryFn: ({ signal }) => api.get<typeof grantTree>('blade-system/menu/grant-tree', { parts: 'menu' }, { signal, quiet: true }),
    staleTime: 0,
  })
  const loaded = query.data?.menu
  const tree = useMemo(() => moves.reduce<readonly MenuNode[]>(arranged, loaded ?? []), [moves, loaded])
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const last = useRef<Placed>(null)
  const save = async (placed: Placed): Promise<void> => {
    const saved = await api.post('blade-system/menu/arrange', { body: placed }).then(
      () => true,
      () => false,
    )
    if (placed !== last.current) return
    if (saved) notify.success(['已保存', 'Saved'])
    await Promise.all([query.refetch(), invalidate('system.menu')])
    // A move made meanwhile is not in the loaded tree: it removes all moves after its own reload.
    if (placed === last.current) setMoves([])
  }
  const keep = (placed: Placed | null): void => {
    if (!placed) return
    last.current = placed
    setMoves((old) => [...old, placed])
    setOpen((old) => [...new Set([...old, placed.parentId])])
    saving.current = saving.current.then(() => save(placed))
  }
  return (
    <Dialog
      title={t(['调整菜单顺序', 'Arrange menus'])}
      firm={moves.length > 0}
      onClose={onClose}
      footer={
        <button type="button" className="ll-button ll-button--primary" disabled={moves.length > 0} onClick={onClose}>
          {t(['完成', 'Done'])}
        </button>
      }
    >
      <p>
        {t([
          '拖到两项之间以排序，拖到某页上以移入；或选中一项后用下面的按钮移动。每次移动立即保存。',
          'Drag an entry between two others to sort, or onto a page to move it there; or choose one and use the buttons below. Each move is saved at once.',
        ])}
      </p>
      {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsSkeleton rows={8} cards={false} />}
      <div role="toolbar" aria-label={t(['移动选中的菜单', 'Move the chosen menu'])} className="ll-system-steps">
        {STEPS.map(([step, label]) => {
          const placed = chosen === null ? null : stepped(tree, chosen, step)
          return (
            // not `disabled`: a disabled button would lose the focus at the end of the row
            <button key={step} type="button" className="ll-button" aria-disabled={!placed} onClick={() => keep(placed)}>
              {t(label)}
            </button>
          )
        })}
      </div>
      <Tree
        label={t(['菜单', 'Menus'])}
        nodes={tree}
        chosen={chosen}
        onChoose={(key) => setChosen(key === chosen ? null : key)}
        open={open}
        onOpen={setOpen}
        drag={{ takes: (node) => node.category === PAGE, onDrop: (moved, target, gap) => keep(dropped(tree, moved, target, gap)) }}
      />
    </Dialog>
  )
}
