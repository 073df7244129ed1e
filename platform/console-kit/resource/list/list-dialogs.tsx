import { lazy, Suspense, useEffect } from 'react'
import { navigate } from '../../router/location.ts'
import type { ResourceConsole } from '../console-resource.ts'
import { FormPlace } from '../form/form-place.tsx'
import { loadConsoles } from '../slices.ts'
import type { ListPage } from './use-list-page.ts'

const PageActionDialog = lazy(() => import('../page-action-dialog.tsx').then((module) => ({ default: module.PageActionDialog })))
/** Loads the consoles of all slices too, because columns may belong to resources of other slices. */
const ExportDialog = lazy(async () => {
  const [module] = await Promise.all([import('../export/export-dialog.tsx'), loadConsoles()])
  return { default: module.ExportDialog }
})
const LabelSheet = lazy(() => import('../export/label-sheet.tsx').then((module) => ({ default: module.LabelSheet })))
const ImportDialog = lazy(() => import('../import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })))

/** Dialogs of a list: form, import, and the dialog of an action. Form and import have addresses. */
export const ListDialogs = ({ console, page }: { console: ResourceConsole; page: ListPage }) => {
  const { tab, openDialog, setOpenDialog } = page
  const importPage = console.ui.import?.page
  const isImporting = Boolean(tab.query.import)
  useEffect(() => {
    if (isImporting && importPage) navigate(importPage, {}, { replace: true })
  }, [isImporting, importPage])
  return (
    <Suspense>
      <FormPlace console={console} />
      {isImporting && !importPage && <ImportDialog console={console} onClose={() => tab.setQuery({ import: '' })} />}
      {page.exporting && (
        <ExportDialog
          console={console}
          all={page.all}
          shown={page.columns}
          filter={page.list.filter}
          selection={page.selection}
          total={page.tree ? null : page.list.total}
          onClose={() => page.setExporting(false)}
        />
      )}
      {page.labels && <LabelSheet labels={page.labels} onClose={page.closeLabels} />}
      {openDialog && (
        <PageActionDialog
          console={console}
          pageAction={openDialog.pageAction}
          on={openDialog.on}
          onClose={() => setOpenDialog(null)}
          onDone={() => {
            setOpenDialog(null)
            if (openDialog.pageAction.name === 'remove') page.clear()
          }}
        />
      )}
    </Suspense>
  )
}
