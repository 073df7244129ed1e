import { startConsole } from '@lamplight/console-kit/session'

startConsole(document.getElementById('root')!, () => import('./console.tsx').then((module) => module.Console))
