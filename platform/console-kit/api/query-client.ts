import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { isApiError } from './error.ts'

/** Returns true if a retry may succeed: no answer, or a server that is starting. */
export const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && isApiError(error) && [0, 502, 503, 504].includes(error.code) && error.msg !== 'timeout'

/** The query cache: answers are fresh for 15 s, the previous page stays visible while the next one loads. Live pushes invalidate it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 300_000,
      retry: worthRetrying,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 4000),
      placeholderData: keepPreviousData,
    },
    mutations: { retry: false },
  },
})
