import { api, Failure, Skeleton, useFormat, useT } from '@lamplight/console-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VisiblePlaces as Seen, SightPlaces } from '../model/sight.ts'
import { M } from './identity.messages.ts'
import './sight.css'

/** The user to show: saved by `id`, with the roles and places of a form instead of the saved ones (ids, comma-joined). */
export interface SightQuery {
  readonly id?: string
  readonly roleId?: string
  readonly areaIds?: string
  readonly projectIds?: string
  /** Tenant of a new user, if the caller may choose one. */
  readonly tenantId?: string
}

/** What a user sees: places, number of rows at these places, and pages with the permitted actions. `path`: call that returns the data. */
export const VisiblePlacesView = ({ query, path = 'blade-user/sight' }: { readonly query: SightQuery; readonly path?: string }) => {
  const t = useT()
  const { number } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['identity.user', 'sight', path, query],
    queryFn: ({ signal }) => api.get<Seen>(path, { ...query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  const placesOf = ({ all, count, names }: SightPlaces): string =>
    all
      ? t(M.sightAll, { n: number(count) })
      : count === 0
        ? t(M.sightNone)
        : t(M.sightSome, { names: names.join(t(M.comma)), n: number(count) })
  const systems = Map.groupBy(data.pages, ({ system }) => system)
  return (
    <div className="ll-sight">
      <dl className="ll-sight__places">
        <dt>{t(M.roleIds)}</dt>
        <dd>{data.roles.join(t(M.comma)) || t(M.sightNoRole)}</dd>
        <dt>{t(M.areaIds)}</dt>
        <dd>{placesOf(data.areas)}</dd>
        <dt>{t(M.sightProjects)}</dt>
        <dd>{placesOf(data.projects)}</dd>
        {data.scopes.length > 0 && (
          <>
            <dt>{t(M.partData)}</dt>
            <dd>{data.scopes.join(t(M.comma))}</dd>
          </>
        )}
        <dt>{t(M.sightRows)}</dt>
        <dd>{data.rows.map(({ name, count }) => `${name} ${number(count)}`).join(' · ') || t(M.sightNoRows)}</dd>
      </dl>
      {data.pages.length === 0 && <p>{t(M.sightNoPages)}</p>}
      {[...systems].map(([system, pages]) => (
        <section key={system} className="ll-sight__system">
          <h4>{system}</h4>
          <ul>
            {pages.map(({ page, acts }) => (
              <li key={page}>
                <b>{page}</b> {acts.length > 0 && <span>{acts.join(t(M.comma))}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The same, folded at first. */
export const SightFold = (props: { readonly query: SightQuery; readonly path?: string }) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <details
      className="ll-sight__fold"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        // The preview is at the end of a long form and would open below the visible area.
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'start' })
      }}
    >
      <summary>{t(M.sightPreview)}</summary>
      {open && <VisiblePlacesView {...props} />}
    </details>
  )
}
