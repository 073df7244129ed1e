import { api, Link, useT } from '@lamplight/console-kit'
import { Waiting } from '@lamplight/console-kit/resource'
import { recordHref } from '@lamplight/control/console'
import type { Row } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { publication } from '../model/publication.resource.ts'
import { V } from './preview.messages.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { strategyHref } from './routes.ts'
import './strategies.css'
import type { Preview } from './use-preview.ts'

const AWAITS = 0

/** What an approval would do: the same preview that the editor shows, for the devices of the request. */
const Waits = ({ strategyId, deviceIds, name }: { strategyId: string; deviceIds: readonly string[]; name: string }) => {
  const query = useQuery({
    queryKey: ['strategies.preview', 'publication', strategyId, deviceIds.length],
    queryFn: ({ signal }) =>
      api.post<Preview>('blade-strategy/workstrategy/preview', {
        body: { id: strategyId, controllerIds: deviceIds },
        signal,
        quiet: true,
      }),
    placeholderData: undefined,
    retry: false,
  })
  if (!query.data) return <Waiting query={query} rows={4} />
  return <PreviewPanel query={{ ...query, isOld: false, again: () => void query.refetch() }} name={name} />
}

/** Part of the page of a publication: its strategy, its command records, and its preview while it awaits approval. */
export const PublicationFacts = ({ row }: { readonly row: Row<typeof publication> }) => {
  const t = useT()
  const { strategyId, strategyName, state, batchIds, deviceIds } = row
  const records = (batchIds ?? '').split(',').filter(Boolean)
  return (
    <section className="ll-st-card ll-st-facts" aria-label={t(V.preview)}>
      <p>
        {strategyId && <Link to={strategyHref({ id: strategyId, kind: 1 })}>{strategyName}</Link>}
        {records.map((id, at) => (
          <Link key={id} to={recordHref(id)}>
            {records.length === 1 ? t(V.record) : t(V.recordOf, { n: at + 1 })}
          </Link>
        ))}
      </p>
      {state === AWAITS && strategyId && deviceIds && deviceIds.length > 0 && (
        <Waits strategyId={strategyId} deviceIds={deviceIds} name={strategyName ?? ''} />
      )}
    </section>
  )
}
