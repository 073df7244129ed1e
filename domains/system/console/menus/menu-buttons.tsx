import { Dialog, Icon, notify, usePermission, useT } from '@lamplight/console-kit'
import type { SlotProps } from '@lamplight/console-kit/resource'
import { rightLabel } from '@lamplight/kit'
import { lazy, Suspense, useState } from 'react'
import { topMenu } from '../../model/index.ts'

const ArrangeDialog = lazy(() => import('./arrange.dialog.tsx').then((module) => ({ default: module.ArrangeDialog })))
const TopMenuKeys = lazy(() => import('./top-menu-keys.tsx').then((module) => ({ default: module.TopMenuKeys })))

/** Button that opens the menu tree for sorting by dragging. */
export const ArrangeButton = (_props: SlotProps) => {
  const t = useT()
  const may = usePermission('menu_edit')
  const [open, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <button type="button" className="ll-button" onClick={() => setOpen(true)}>
        <Icon name="menu" size={16} />
        {t(['调整顺序', 'Arrange'])}
      </button>
      <Suspense>{open && <ArrangeDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Button that selects the menus of the selected top menus. */
export const TopMenuGrant = ({ selection }: SlotProps) => {
  const t = useT()
  const may = usePermission('topmenu_setting')
  const [open, setOpen] = useState(false)
  if (!may) return null
  const ids = selection.kind === 'rows' ? [...selection.rows.keys()] : []
  return (
    <>
      <button
        type="button"
        className="ll-button"
        onClick={() => (ids.length === 0 ? notify.warning(['请选择至少一条数据', 'Select at least one row']) : setOpen(true))}
      >
        <Icon name="setting" size={16} />
        {t(rightLabel(topMenu.page, 'topmenu_setting'))}
      </button>
      {open && ids.length > 0 && (
        <Dialog title={t(['顶部菜单包含的菜单', 'Menus in the top menu'])} onClose={() => setOpen(false)}>
          <Suspense>
            <TopMenuKeys ids={ids} onSaved={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
