import { Link, StateMark, useLang, useT } from '@lamplight/console-kit'
import { pick } from '@lamplight/kit'
import { useId } from 'react'
import { FINDING_WORDS } from '../model/finding-words.ts'
import type { PublicationFacts } from '../model/publication-facts.ts'
import { DifferenceList } from './difference.tsx'
import './preview.css'
import { V } from './preview.messages.ts'
import { AffectedSummary, Totals } from './preview-panel.tsx'
import { previewHref } from './routes.ts'
import { S } from './strategies.messages.ts'
import './strategies.css'

/** The stored facts of a publication; null if it has none. */
export const factsIn = (text: string | null | undefined): PublicationFacts | null => (text ? (JSON.parse(text) as PublicationFacts) : null)

const Found = ({ findings }: Pick<PublicationFacts, 'findings'>) => {
  const t = useT()
  const lang = useLang()
  if (findings.length === 0) return <StateMark tone="success" text={t(S.noFindings)} />
  return (
    <ul className="ll-st-found">
      {findings.map(({ code, severity, firstNight, values }) => (
        <li key={`${code} ${firstNight ?? ''} ${Object.values(values).join()}`}>
          <StateMark tone={severity === 'error' ? 'danger' : 'warning'} text={t(severity === 'error' ? S.error : S.warning)} />
          <span>
            {pick(FINDING_WORDS[code], lang, values)}
            {firstNight && <small>{t(S.firstNight, { night: firstNight })}</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Publication with the facts, as far as they need it. */
interface Of {
  readonly id: string
  readonly strategyId?: string | null | undefined
  readonly kind?: number | null | undefined
  readonly version?: number | null | undefined
}
const UNASSIGN = 3

/** The difference of the versions in words, or why there is none. */
const Changes = ({ facts: { before, difference }, kind }: { readonly facts: PublicationFacts; readonly kind: Of['kind'] }) => {
  const t = useT()
  if (difference) return <DifferenceList difference={difference} />
  const why = kind === UNASSIGN ? V.unassigned : before ? V.noDifference : V.noBefore
  return <p className="ll-st-hint">{t(why)}</p>
}

/** What a publication does, as it was computed when it was requested: affected devices, a year before and after, findings, and the difference of the versions. */
export const FactsPanel = ({ facts, publication }: { readonly facts: PublicationFacts; readonly publication: Of }) => {
  const t = useT()
  const idPrefix = useId()
  const { id, strategyId, kind, version } = publication
  const { before } = facts
  return (
    <div className="ll-st-preview">
      <AffectedSummary preview={kind === UNASSIGN ? { ...facts, replaces: undefined } : facts} />
      <Totals preview={facts} />
      {kind !== UNASSIGN && (
        <section aria-labelledby={`${idPrefix}-findings`}>
          <h3 id={`${idPrefix}-findings`}>{t(S.findings)}</h3>
          <Found findings={facts.findings} />
        </section>
      )}
      <section aria-labelledby={`${idPrefix}-difference`}>
        <h3 id={`${idPrefix}-difference`}>
          {before && kind !== UNASSIGN
            ? t(V.differenceTo, { name: before.name, from: before.version, to: version ?? '' })
            : t(V.difference)}
        </h3>
        <Changes facts={facts} kind={kind} />
      </section>
      {strategyId && (
        <p>
          <Link to={previewHref({ id, strategyId })}>{t(V.openPreview)}</Link>
        </p>
      )}
    </div>
  )
}
