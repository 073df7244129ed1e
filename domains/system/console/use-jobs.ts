import { api, queryClient, type RecordOf, useLive, usePermission, useUser } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { JOB_STATES } from '../model/job-states.ts'
import type { jobList, runningJobs } from '../server/jobs.handler.ts'
import type { KINDS } from './jobs.messages.ts'

export type JobResult =
  | { readonly label: string; readonly page: string }
  | { readonly label: string; readonly file: string; readonly query: Readonly<Record<string, string>>; readonly name: string }
export interface JobRow extends Omit<RecordOf<typeof jobList>, 'kind' | 'status' | 'unit' | 'results'> {
  readonly kind: keyof typeof KINDS
  readonly status: keyof typeof JOB_STATES
  /** `%`: `done` is a percentage, not a count. */
  readonly unit: '' | '%'
  readonly results: readonly JobResult[]
}
export const JOBS_KEY = 'jobs'
export const JOBS = 'blade-system/jobs'
/** Polling interval while a job runs, ms. */
export const LOOK_MS = 3000
/** Delay after a push that merges bursts, ms. */
const BURST_MS = 500

export const isOpen = ({ status }: Pick<JobRow, 'status'>): boolean => status < 2
const anew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [JOBS_KEY] })

/** Reloads after pushes about the user's own jobs, at most twice a second. */
const useNews = (may: boolean, userId: string | undefined): void => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(may ? 'jobs' : null, ({ by }) => {
    if (by !== userId) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void anew()
    }, BURST_MS)
  })
}

/** Number of the user's own running jobs: loaded once, after pushes, and every few seconds while there are any. */
export const useRunningJobs = (): number => {
  const may = usePermission('jobs_view')
  const who = useUser()?.userId
  useNews(may, who)
  const { data } = useQuery({
    queryKey: [JOBS_KEY, 'running', who],
    enabled: may,
    queryFn: ({ signal }) => api.get<typeof runningJobs>(`${JOBS}/running`, {}, { signal, quiet: true }),
    refetchInterval: ({ state: { data: now } }) => ((now?.count ?? 0) > 0 ? LOOK_MS : false),
    retry: false,
  })
  return may ? (data?.count ?? 0) : 0
}

export const stopJob = async ({ source, id }: JobRow): Promise<void> => {
  try {
    await api.post(`${JOBS}/stop`, { body: { source, id } })
  } finally {
    await anew()
  }
}
