import { api, useT } from '@lamplight/console-kit'
import { FieldsDialog } from '@lamplight/console-kit/form'
import { type ActionDialogProps, showOutcome, Waiting } from '@lamplight/console-kit/resource'
import type { Row } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { publicationLifecycle } from '../model/publication.lifecycle.ts'
import type { publication } from '../model/publication.resource.ts'
import { FactsPanel, factsIn } from './facts-panel.tsx'
import { V } from './preview.messages.ts'
import './strategies.css'

type Publication = Row<typeof publication>
const { label, input, confirm } = publicationLifecycle.transitions.approve

/** One publication with what it does. The list does not have the facts, so they are loaded. */
const Decided = ({ row }: { readonly row: Publication }) => {
  const t = useT()
  const query = useQuery({
    queryKey: ['strategies.publication', 'facts', row.id],
    queryFn: async ({ signal }) =>
      factsIn(
        (await api.get<{ facts?: string }>('blade-strategy/workstrategy/publication/detail', { id: row.id }, { signal, quiet: true }))
          .facts,
      ),
    placeholderData: undefined,
  })
  return (
    <section className="ll-st-decided" aria-label={row.strategyName ?? ''}>
      <h3>
        {row.strategyName} · {t(V.version, { n: row.version ?? '' })} · {row.targetText}
      </h3>
      {row.reason && (
        <p>
          {t(V.reason)}: {row.reason}
        </p>
      )}
      {query.data ? (
        <FactsPanel facts={query.data} publication={row} />
      ) : query.isSuccess ? (
        <p className="ll-st-hint">{t(V.noFacts)}</p>
      ) : (
        <Waiting query={query} rows={4} />
      )}
    </section>
  )
}

/** Approves publications: the person who decides sees what they do, and gives a note. */
export const ApproveDialog = ({ rows, submit, close }: ActionDialogProps<typeof publication, { note?: string | null }>) => {
  const t = useT()
  const [one] = rows
  return (
    <FieldsDialog
      title={rows.length === 1 && one ? t(V.approveTitle, { name: one.strategyName ?? '' }) : t(label)}
      fields={input}
      button={t(rows.length === 1 ? label : V.approveMany, { n: rows.length })}
      onSend={async (values) => {
        showOutcome(await submit({ note: values.note as string | null }), ['已批准并下发', 'Approved and published'])
        close()
      }}
      onClose={close}
    >
      <p>{t(confirm)}</p>
      {rows.map((row) => (
        <Decided key={row.id} row={row} />
      ))}
    </FieldsDialog>
  )
}
