import { type FormEndProps, useFixedParams } from '@lamplight/console-kit/resource'
import type { Row } from '@lamplight/kit'
import { lazy, Suspense } from 'react'
import type { user } from '../model/user.resource.ts'
import type { SightQuery } from './sight.tsx'

const load = () => import('./sight.tsx')
const Body = lazy(() => load().then((module) => ({ default: module.VisiblePlacesView })))
const Fold = lazy(() => load().then((module) => ({ default: module.SightFold })))

interface Props {
  readonly query: SightQuery
  /** Call that returns the data; default `blade-user/sight`. */
  readonly path?: string
}
/** What a user sees; loaded when it is first shown. */
export const VisiblePlacesView = (props: Props) => (
  <Suspense>
    <Body {...props} />
  </Suspense>
)
/** The same, folded at first: a preview with the roles and places in a form. */
const SightFold = (props: Props) => (
  <Suspense>
    <Fold {...props} />
  </Suspense>
)

/** Part of a user's page. */
export const UserSight = ({ row }: { readonly row: Row<typeof user> }) => <VisiblePlacesView query={{ id: row.id }} />

const joined = (value: unknown): string => (Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : '')
/** Part below a user's form. `path`: as for `Sight`. */
export const UserPreview = ({ draft, id, tenantId, path }: FormEndProps & Pick<Props, 'path'>) => (
  <SightFold
    {...(path && { path })}
    query={{
      ...useFixedParams(),
      ...(id ? { id } : tenantId && { tenantId }),
      roleId: joined(draft.roleId),
      areaIds: joined(draft.areaIds),
      projectIds: joined(draft.projectIds),
    }}
  />
)
