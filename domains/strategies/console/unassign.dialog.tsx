import { api, useFormat, useT } from '@lamplight/console-kit'
import { invalidate, LoadError } from '@lamplight/console-kit/resource'
import { useMemo, useState } from 'react'
import type { Published } from '../server/publication.ts'
import { V } from './preview.messages.ts'
import { AffectedSummary, Running } from './preview-panel.tsx'
import { PublicationApproval } from './second-person.tsx'
import { SendDialog } from './send-dialog.tsx'
import { TargetPicker } from './target-picker.tsx'
import { type Given, selectorOf, type Target, usePreview } from './use-preview.ts'
import type { Strategy } from './use-strategy.ts'

/** Takes a strategy from all its devices or from chosen ones. It says before what they do afterwards. */
export const UnassignDialog = ({ strategy, onClose }: { readonly strategy: Strategy; readonly onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { draft, assigned } = strategy
  const given = useMemo(
    (): Given => ({
      name: t(V.everyDevice),
      label: t(V.everyAssigned, { n: format.number(assigned) }),
      selector: { all: true },
    }),
    [t, format, assigned],
  )
  const [target, setTarget] = useState<Target>({ kind: 'given', ids: [] })
  const selector = useMemo(() => selectorOf(target, given), [target, given])
  const preview = usePreview(draft, strategy.id, selector, true)
  const isAll = target.kind === 'given'
  const n = isAll ? assigned : (preview.data?.devices ?? 0)
  const isKnown = isAll || (Object.keys(selector).length > 0 && !preview.isFetching)
  const send = async (reason: string): Promise<Published> => {
    const body = { strategyId: strategy.id, ...selector, reason }
    const published = await api.post<Published>('blade-strategy/workstrategy/unassign', { body, quiet: true })
    for (const name of ['strategies.strategy', 'strategies.publication', 'control.batch']) void invalidate(name)
    return published
  }
  return (
    <SendDialog
      danger
      title={t(V.unassignTitle, { name: draft.name })}
      ok={n === 0 ? t(V.unassign) : t(V.unassignFrom, { n: format.number(n) })}
      refusal={n === 0 ? t(isKnown ? V.noneHave : V.chooseTarget) : ''}
      done={V.taken}
      hints={<p className="ll-st-hint">{t(V.unassignUndo)}</p>}
      onSend={send}
      onClose={onClose}
    >
      <PublicationApproval devices={isKnown ? n : undefined} />
      <p>{t(V.unassignText)}</p>
      <TargetPicker strategy={draft} target={target} given={given} onChange={setTarget} />
      {isKnown && n === 0 && (
        <p className="ll-r-banner" data-tone="warn">
          {t(V.noneHave)}
        </p>
      )}
      {preview.error && <LoadError error={preview.error} at={0} onRetry={() => void preview.refetch()} />}
      {preview.isFetching && <Running share={preview.share} />}
      {preview.data && preview.data.devices > 0 && !preview.isFetching && (
        <AffectedSummary preview={{ ...preview.data, replaces: undefined }} />
      )}
    </SendDialog>
  )
}
