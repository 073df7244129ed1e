export { JOB_STATES } from '../model/job-states.ts'
export { systemConsole } from './system.console.tsx'
