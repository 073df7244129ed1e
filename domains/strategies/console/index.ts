export { strategiesConsole } from './strategies.console.tsx'
