export { STATES as JOB_STATES } from './jobs.messages.ts'
export { systemConsole } from './system.console.tsx'
