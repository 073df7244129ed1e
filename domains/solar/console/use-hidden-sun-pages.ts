import { api, queryClient, useProject, useUser } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { hiddenPages } from '../server/sun-function.server.ts'

const NONE: readonly string[] = []

/** Solar pages that the functions of the selected project hide. The menu is above the provider of queries, so the client is given here. */
export const useHiddenSunPages = (): readonly string[] => {
  const who = useUser()
  const { project } = useProject()
  const projectId = project?.id ?? ''
  const { data = NONE } = useQuery(
    {
      queryKey: ['solar.function', 'hidden', who?.userId ?? '', projectId],
      queryFn: ({ signal }) => api.get<typeof hiddenPages>('blade-sun/sunfunction/hidden', { projectId }, { signal, quiet: true }),
      enabled: who !== null,
      retry: false,
    },
    queryClient,
  )
  return data
}
