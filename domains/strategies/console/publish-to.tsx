import { Icon, notify, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { type SlotProps, selectedCount } from '@lamplight/console-kit/resource'
import { lazy, Suspense, useState } from 'react'
import { P } from './publish-to.messages.ts'

/** Rows that an address can name. */
const MAX_ROWS = 200
const ChooseStrategy = lazy(async () => ({ default: (await import('./choose-strategy.dialog.tsx')).ChooseStrategyDialog }))

export type Listed = 'lamp' | 'controller'

/** Button of the list of lamps or controllers: publishes a strategy to the selected rows, or to all that match the filter of the list. */
export const PublishTo = ({ selection, filter, total, what }: SlotProps & { readonly what: Listed }) => {
  const t = useT()
  const { number } = useFormat()
  const [open, setOpen] = useState(false)
  const ids = selection.kind === 'rows' ? [...selection.rows.keys()] : []
  const isMany = selection.kind === 'filter' || ids.length === 0
  const n = isMany ? total : selectedCount(selection)
  if (!usePermission('workstrategy_publish') || !usePermission('workstrategy_view')) return null
  const show = (): void => {
    if (ids.length > MAX_ROWS) notify.warning(t(P.fewer, { n: number(MAX_ROWS) }))
    else setOpen(true)
  }
  return (
    <>
      <button type="button" className="ll-button" disabled={n === 0} onClick={show}>
        <Icon name="arrowRight" size={16} />
        {ids.length > 0 ? t(P.publishToN, { n: number(ids.length) }) : t(P.publishTo)}
      </button>
      <Suspense>
        {open && (
          <ChooseStrategy
            targetText={t(P[isMany ? (what === 'lamp' ? 'filteredLamps' : 'filteredControllers') : what], { n: number(n) })}
            targets={
              isMany
                ? { [`${what}Filter`]: JSON.stringify(selection.kind === 'filter' ? selection.filter : filter) }
                : { [`${what}Ids`]: ids.join() }
            }
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
