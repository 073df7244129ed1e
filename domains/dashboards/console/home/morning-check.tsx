import { useMemo } from 'react'
import { overviewOf } from '../../model/overviews.ts'
import { OverviewParts } from './overview.page.tsx'
import { useOverview } from './use-overview.ts'

/** What needs attention and the trend of the last 30 days, on the home page. */
export const MorningCheck = () => {
  const { values, projectId } = useOverview('wel')
  const { items } = useMemo(() => overviewOf('wel'), [])
  // A user without the right for a report sees the others.
  const shown = items.filter(({ id }) => values.get(id)?.refused !== true)
  return <OverviewParts items={shown} values={values} projectId={projectId} />
}
