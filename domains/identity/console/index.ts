export { identityConsole } from './identity.console.tsx'
export { Sight, SightFold } from './sight-door.tsx'
