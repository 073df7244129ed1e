export { chirpstackConsole } from './chirpstack.console.tsx'
