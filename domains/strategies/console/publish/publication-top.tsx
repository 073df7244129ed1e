import { Link, useT } from '@lamplight/console-kit'
import { recordHref } from '@lamplight/control/console'
import type { Row } from '@lamplight/kit'
import type { publication } from '../../model/publication.resource.ts'
import { FactsPanel, factsIn } from '../facts-panel.tsx'
import { strategyHref } from '../routes.ts'
import { V } from './preview.messages.ts'
import { PublicationApproval } from './second-person.tsx'
import '../strategies.css'

/** Part of the page of a publication: its strategy, its command records, and what it does to its devices. */
export const PublicationTop = ({ row }: { readonly row: Row<typeof publication> }) => {
  const t = useT()
  const { strategyId, strategyName, batchIds } = row
  const records = (batchIds ?? '').split(',').filter(Boolean)
  const facts = factsIn(row.facts)
  return (
    <section className="ll-st-card ll-st-facts" aria-label={t(V.preview)}>
      <p>
        {strategyId && <Link to={strategyHref({ id: strategyId, kind: 1 })}>{strategyName}</Link>}
        {records.map((id, at) => (
          <Link key={id} to={recordHref(id)}>
            {records.length === 1 ? t(V.batchId) : t(V.recordOf, { n: at + 1 })}
          </Link>
        ))}
      </p>
      {row.state === 0 && <PublicationApproval needed without={row.requesterId} />}
      {facts ? <FactsPanel facts={facts} publication={row} /> : <p className="ll-st-hint">{t(V.noFacts)}</p>}
    </section>
  )
}
