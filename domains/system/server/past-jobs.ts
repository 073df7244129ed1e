import { PAST_JOB, rowJobs } from '@lamplight/server-kit'

/** Lists the past of a demo, which a job writes after the first start, in the list of jobs. */
export const pastJobs = rowJobs({ name: PAST_JOB, kind: 'mission', permissions: ['jobs_view'] })
