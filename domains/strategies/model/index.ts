export { strategies } from '../domain.ts'
export { lightModeFamily } from './light-mode.family.ts'
export { lightMode } from './light-mode.resource.ts'
export { strategiesMenu } from './menu.ts'
