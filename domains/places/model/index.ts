export { places } from '../domain.ts'
export { area } from './area.resource.ts'
export { placesMenu } from './menu.ts'
export { project } from './project.resource.ts'
