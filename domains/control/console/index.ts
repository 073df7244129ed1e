export { type CommandAsked, CommandDialog } from './command-door.ts'
export { controlConsole } from './control.console.tsx'
