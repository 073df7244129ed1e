export { reports } from '../domain.ts'
export { menu } from './menu.ts'
export { report } from './report.resource.ts'
