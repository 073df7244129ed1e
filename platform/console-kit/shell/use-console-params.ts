import { useQuery } from '@tanstack/react-query'
import { useUser } from '../session/menus.ts'
import { api } from '../session/session.ts'

/** Parameters that consoles work by (`console.*`), as the administrator set them; empty until they are there. */
export const useConsoleParams = (): Readonly<Record<string, string>> => {
  const signedIn = useUser() !== null
  const { data } = useQuery({
    queryKey: ['system.param', 'console'],
    queryFn: ({ signal }) => api.get<Readonly<Record<string, string>>>('blade-system/param/console', {}, { signal, quiet: true }),
    enabled: signedIn,
    staleTime: 300_000,
  })
  return data ?? {}
}

/** A parameter that is a list, divided by commas. */
export const listOf = (value: string | undefined): readonly string[] =>
  (value ?? '')
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean)
