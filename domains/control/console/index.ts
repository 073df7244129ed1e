export { type CommandAsked, CommandDialog } from './command-door.ts'
export { newKey } from './commands.ts'
export { controlConsole } from './control.console.tsx'
