// Exports only what database work in a worker thread needs: it loads in 0.1 s, the whole kit in 0.5 s.

export { errors } from '../http/refuse.ts'
export { recordTransitions } from '../lifecycle/lifecycle-history.ts'
export type { DataAccess, JobRun, ThreadJob, ThreadWork } from '../platform-types.ts'
export { arrayOf, arraysOf, type Cell } from './arrays.ts'
export { type Columns, insertMany } from './insert-many.ts'
export type { Query } from './query.ts'
