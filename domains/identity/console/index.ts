export { identityConsole } from './identity.console.tsx'
export { GrantDialog } from './lazy-grant.tsx'
export { UserPreview, VisiblePlacesView } from './lazy-sight.tsx'
