import { api, Dialog, isApiError, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons, invalidate, LoadError } from '@lamplight/console-kit/resource'
import { useId, useMemo, useState } from 'react'
import { V } from './preview.messages.ts'
import { Reach, Running } from './preview-panel.tsx'
import { type Published, PublishedNote } from './published.tsx'
import { TargetPicker } from './target-picker.tsx'
import { type Given, selectorOf, type Target, usePreview } from './use-preview.ts'
import type { Strategy } from './use-strategy.ts'

/** Takes a strategy from all its devices or from chosen ones. It says before what they do afterwards. */
export const UnassignDialog = ({ strategy, onClose }: { readonly strategy: Strategy; readonly onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const { draft, assigned } = strategy
  const given = useMemo(
    (): Given => ({
      ...{ name: t(V.everyDevice), label: t(V.everyAssigned, { n: format.number(assigned) }) },
      selector: { all: true },
    }),
    [t, format, assigned],
  )
  const [target, setTarget] = useState<Target>({ kind: 'given', ids: [] })
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const [published, setPublished] = useState<Published | null>(null)
  const selector = useMemo(() => selectorOf(target, given), [target, given])
  const preview = usePreview(draft, strategy.id, selector, true)
  const choose = (next: Target): void => {
    setTarget(next)
    setFailed('')
  }
  const isAll = target.kind === 'given'
  // A spray strategy has devices, but no lamps that a preview counts.
  const n = isAll ? assigned : (preview.data?.devices ?? 0)
  const isKnown = isAll || (Object.keys(selector).length > 0 && !preview.isFetching)
  const send = async (): Promise<void> => {
    if (n === 0) {
      setFailed(t(isKnown ? V.noneHave : V.chooseTarget))
      return
    }
    setBusy(true)
    setFailed('')
    try {
      const body = { strategyId: strategy.id, ...selector, reason: reason.trim() }
      setPublished(await api.post<Published>('blade-strategy/workstrategy/unassign', { body, quiet: true }))
      for (const name of ['strategies.strategy', 'strategies.publication', 'control.batch']) void invalidate(name)
    } catch (error) {
      setFailed(isApiError(error) ? error.msg : String(error))
    } finally {
      setBusy(false)
    }
  }
  const title = t(V.unassignTitle, { name: draft.name })
  if (published)
    return (
      <Dialog
        title={title}
        className="ll-st-dialog"
        onClose={onClose}
        footer={
          <button type="button" className="ll-button" data-autofocus onClick={onClose}>
            {t(V.close)}
          </button>
        }
      >
        <PublishedNote published={published} done={V.taken} />
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      className="ll-st-dialog"
      firm={busy}
      onClose={onClose}
      footer={
        <DialogButtons danger busy={busy} onCancel={onClose} onOk={() => void send()}>
          {n === 0 ? t(V.unassign) : t(n === 1 ? V.unassignFromOne : V.unassignFrom, { n: format.number(n) })}
        </DialogButtons>
      }
    >
      {failed && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {failed}
        </div>
      )}
      <p>{t(V.unassignText)}</p>
      <TargetPicker target={target} given={given} onChange={choose} />
      {isKnown && n === 0 && (
        <p className="ll-r-banner" data-tone="warn">
          {t(V.noneHave)}
        </p>
      )}
      {preview.error && <LoadError error={preview.error} at={0} onRetry={() => void preview.refetch()} />}
      {preview.isFetching && <Running share={preview.share} />}
      {preview.data && preview.data.devices > 0 && !preview.isFetching && <Reach preview={{ ...preview.data, replaces: undefined }} />}
      <div className="ll-st-reason">
        <label htmlFor={id}>{t(V.reason)}</label>
        <input
          id={id}
          className="ll-f-input"
          maxLength={255}
          value={reason}
          placeholder={t(V.reasonHint)}
          onChange={({ target: { value } }) => setReason(value)}
        />
      </div>
      <p className="ll-st-hint">{t(V.unassignUndo)}</p>
    </Dialog>
  )
}
