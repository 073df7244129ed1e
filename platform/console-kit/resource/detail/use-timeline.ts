import type { ResourceDefinition } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../session/session.ts'
import type { Wire } from '../form/entry.ts'

/** Number of transitions per page. */
export const SIZE = 20

/** A transition on the wire; times are in the tenant's zone. `fromState` is -1 if the row was added. */
export interface Step {
  readonly id: string
  readonly transition: string
  readonly name: string
  readonly fromState: number
  readonly fromName: string
  readonly toState: number
  readonly toName: string
  readonly userName: string
  readonly at: string
  readonly input: Wire
}

/** A page of the transitions of a row, newest first. */
export const useTimeline = ({ name, api: { base } }: ResourceDefinition, id: string, current: number) =>
  useQuery({
    queryKey: [name, 'transitions', id, current],
    queryFn: ({ signal }) =>
      api.get<{ records: readonly Step[]; total: number }>(`${base}/transitions`, { id, current, size: SIZE }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
