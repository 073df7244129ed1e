import { queryClient } from '../api/query-client.ts'

/** Reloads lists, choices and details of a resource after one of its rows changed. */
export const invalidate = (resource: string): Promise<void> => queryClient.invalidateQueries({ queryKey: [resource] })
