export { forwardingConsole } from './forwarding.console.tsx'
