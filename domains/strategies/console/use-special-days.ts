import { api } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'

const NONE: readonly string[] = []
const MAX_DAYS = 500

/** Dates of a kind of special days (1 holidays, 2 makeup workdays); none for 0. */
export const useSpecialDays = (kind: number): readonly string[] =>
  useQuery({
    queryKey: ['strategies.specialDay', 'dates', kind],
    enabled: kind > 0,
    queryFn: async ({ signal }) => {
      const query = { kind, size: MAX_DAYS, descs: 'day' }
      const { records } = await api.get<{ records: readonly { readonly day: string }[] }>('blade-strategy/specialday/page', query, {
        signal,
        quiet: true,
      })
      return records.map(({ day }) => day)
    },
    placeholderData: undefined,
  }).data ?? NONE
