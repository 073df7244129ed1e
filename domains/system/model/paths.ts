/** Address of the list of jobs: the tray of the header leads to it. */
export const JOBS_PATH = '/monitor/jobs'
