export { lightingConsole } from './lighting.console.tsx'
