export * from './listing-check.ts'
export * from './report-check.ts'
export * from './resource-check.ts'
