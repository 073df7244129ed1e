export { GrantDialog } from './grant-door.tsx'
export { identityConsole } from './identity.console.tsx'
export { Sight, UserPreview } from './sight-door.tsx'
