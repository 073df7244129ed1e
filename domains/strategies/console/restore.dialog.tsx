import { api, notify, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { invalidate, LoadError } from '@lamplight/console-kit/resource'
import { useId, useMemo, useState } from 'react'
import type { Published } from '../server/publication.ts'
import { V } from './preview.messages.ts'
import { AffectedSummary, Running } from './preview-panel.tsx'
import { PublicationApproval } from './second-person.tsx'
import { SendDialog } from './send-dialog.tsx'
import { usePreview } from './use-preview.ts'
import { type Strategy, useVersion, type Version } from './use-strategy.ts'

const NOTHING = {}
/** All devices that have the strategy. */
const ASSIGNED = { all: true }
const BASE = 'blade-strategy/workstrategy'

/** Goes back to a version of a strategy, and, if the user wants it, sends it to the devices in the same step. */
export const RestoreDialog = ({
  strategy,
  version,
  onDone,
  onClose,
}: {
  readonly strategy: Strategy
  readonly version: Version
  readonly onDone: () => void
  readonly onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const mayPublish = usePermission('workstrategy_publish') && strategy.assigned > 0
  const [sends, setSends] = useState(false)
  const content = useVersion(version.id)
  const { draft } = strategy
  const drawn = useMemo(() => ({ ...draft, ...content }), [draft, content])
  const preview = usePreview(drawn, strategy.id, sends && content ? ASSIGNED : NOTHING)
  const n = format.number(strategy.assigned)
  const send = async (reason: string): Promise<Published | null> => {
    const body = { strategyId: strategy.id, version: version.version, ...(reason && { reason }) }
    const { version: to } = await api.post<{ version: number }>(`${BASE}/restore`, { body, quiet: true })
    notify.success(t(V.goneBack, { from: version.version, to }))
    onDone()
    const published = sends
      ? await api.post<Published>(`${BASE}/update`, { body: { strategyId: strategy.id, ...(reason && { reason }) }, quiet: true })
      : null
    for (const name of ['strategies.strategy', 'strategies.version', 'strategies.publication', 'control.batch']) void invalidate(name)
    return published
  }
  return (
    <SendDialog
      title={t(V.goBackTitle, { n: version.version })}
      ok={sends ? t(V.goBackPublish, { n }) : t(V.goBack)}
      done={V.sentDevices}
      hints={<p className="ll-st-hint">{t(V.undoHint)}</p>}
      onSend={send}
      onClose={onClose}
    >
      <p>{t(sends ? V.goBackSends : V.goBackText)}</p>
      {mayPublish && <PublicationApproval devices={sends ? strategy.assigned : undefined} />}
      {mayPublish && (
        <p>
          <input id={id} type="checkbox" checked={sends} onChange={({ target }) => setSends(target.checked)} />{' '}
          <label htmlFor={id}>{t(V.goBackAlso, { n })}</label>
        </p>
      )}
      {sends && preview.error && <LoadError error={preview.error} at={0} onRetry={() => void preview.refetch()} />}
      {sends && preview.isFetching && <Running share={preview.share} />}
      {sends && preview.data && preview.data.devices > 0 && <AffectedSummary preview={preview.data} />}
    </SendDialog>
  )
}
