import { api, useFormat, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { V } from './publish/preview.messages.ts'
import type { Given } from './publish/use-preview.ts'

interface Wire {
  readonly devices: number
  readonly deviceIds: string | readonly string[]
}

/** The devices of the publication `id` as targets; null without one, undefined until they are loaded. */
const useRequested = (id: string | undefined): Given | null | undefined => {
  const t = useT()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['strategies.publication', 'devices', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => api.get<Wire>('blade-strategy/workstrategy/publication/detail', { id: id ?? '' }, { signal, quiet: true }),
    placeholderData: undefined,
  })
  return useMemo(() => {
    if (id === undefined) return null
    const label = t(V.requestedDevices, { n: format.number(data?.devices ?? 0) })
    return data && { name: t(V.publication), label, selector: { controllerIds: data.deviceIds } }
  }, [id, data, t, format])
}

/** Lists of which rows are targets: the parameters of the address, and those of the call. */
const LISTS = [
  ['lampIds', 'lampIds', V.chosenLamps],
  ['controllerIds', 'controllerIds', V.chosenControllers],
] as const
const FILTERS = [
  ['lampFilter', 'filter', V.filteredLamps],
  ['controllerFilter', 'controllerFilter', V.filteredControllers],
] as const

/** A filter in an address; null if it cannot be read. */
const filterIn = (text: string): Readonly<Record<string, string>> | null => {
  try {
    const filter = JSON.parse(text) as unknown
    return typeof filter === 'object' && filter !== null ? (filter as Record<string, string>) : null
  } catch {
    return null
  }
}

type Query = Readonly<Record<string, string | undefined>>
/** The rows or the filter of a list of lamps or controllers that the address names. */
const useListed = (query: Query): Given | null => {
  const t = useT()
  const format = useFormat()
  const text = [...LISTS, ...FILTERS].map(([name]) => query[name] ?? '').join('\n')
  return useMemo(() => {
    const values = text.split('\n')
    for (const [at, [, selector, label]] of LISTS.entries()) {
      const ids = values[at]?.split(',').filter(Boolean) ?? []
      if (ids.length > 0)
        return { name: t(V.fromList), label: t(label, { n: format.number(ids.length) }), selector: { [selector]: ids.join() } }
    }
    for (const [at, [, selector, label]] of FILTERS.entries()) {
      const filter = filterIn(values[LISTS.length + at] ?? '')
      // `all` confirms a filter that leaves no lamp out.
      if (filter) return { name: t(V.fromList), label: t(label), selector: { [selector]: { ...filter, all: '1' } } }
    }
    return null
  }, [text, t, format])
}

/** The targets that the address of the editor names; null if it names none, undefined until they are loaded. */
export const useGiven = (query: Query): Given | null | undefined => {
  const requested = useRequested(query.publication)
  const listed = useListed(query)
  return listed ?? requested
}
