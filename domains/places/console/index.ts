export { placesConsole } from './places.console.tsx'
