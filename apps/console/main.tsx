import { startConsole } from '@lamplight/console-kit/session'

startConsole(document.getElementById('root')!, () => import('./app.tsx').then((module) => module.Console))
