// What work with the database needs and no more: a thread of its own loads this in a tenth of a second, the whole kit in half a one.
export { arrayOf, arraysOf, type Cell } from './arrays.ts'
export type { DataAccess, JobRun, ThreadJob, ThreadWork } from './platform-types.ts'
export type { Query } from './query.ts'
export { errors } from './refuse.ts'
