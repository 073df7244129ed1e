export { GrantDialog } from './grant-door.tsx'
export { identityConsole } from './identity.console.tsx'
export { UserPreview, VisiblePlacesView } from './sight-door.tsx'
