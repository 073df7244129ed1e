import { lazy } from 'react'

/** Buttons of the commands to lamps. Loaded when they are first shown. */
export const LampButtons = lazy(() => import('./lamp-buttons.tsx').then((module) => ({ default: module.LampButtons })))
