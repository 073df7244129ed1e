export { LiveMap } from './lazy-map.ts'
export { lightingConsole } from './lighting.console.tsx'
