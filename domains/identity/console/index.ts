export { identityConsole } from './identity.console.tsx'
