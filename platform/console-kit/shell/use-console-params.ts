import { useQuery } from '@tanstack/react-query'
import { useUser } from '../session/menus.ts'
import { api } from '../session/session.ts'

/** Returns the parameters of the consoles (`console.*`) as the administrator set them; empty until they are loaded. */
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

/** Splits the comma-separated value of a parameter. */
export const listOf = (value: string | undefined): readonly string[] =>
  (value ?? '')
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean)
