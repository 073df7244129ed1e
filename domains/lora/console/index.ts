export { loraConsole } from './lora.console.tsx'
