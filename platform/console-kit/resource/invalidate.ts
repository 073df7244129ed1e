import { queryClient } from '../api/query-client.ts'

/** Lists, choices and details of a resource load again: one of its rows changed. */
export const invalidate = (resource: string): Promise<void> => queryClient.invalidateQueries({ queryKey: [resource] })
