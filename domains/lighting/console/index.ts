export { lightingConsole } from './lighting.console.tsx'
export { LiveMap } from './map/lazy-map.ts'
