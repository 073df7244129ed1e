import { useTab } from '@lamplight/console-kit'
import { ResourceList } from '@lamplight/console-kit/list'
import { FixedParamsContext, type ResourceConsole, useFixedParams } from '@lamplight/console-kit/resource'
import { useMemo } from 'react'
import './batch.css'
import { type Origin, originOf } from './origin-tabs.tsx'

/** Parameters of the list by origin. `folded` 0: of several attempts to send a value again, only the last is listed. */
const PARAMS: Readonly<Record<Origin, Readonly<Record<string, string>>>> = {
  '0': { automatic: '0' },
  '1': { automatic: '1', folded: '0' },
  '': {},
}

/** The generated list of records, filtered by the origin in the address and by the parameters that an outer page has fixed. */
export const recordsPageOf = (console: ResourceConsole) => () => {
  const { query } = useTab()
  const outer = useFixedParams()
  const own = PARAMS[originOf(query.tab)]
  const fixed = useMemo(() => ({ ...outer, ...own }), [outer, own])
  return (
    <FixedParamsContext value={fixed}>
      <ResourceList console={console} />
    </FixedParamsContext>
  )
}
