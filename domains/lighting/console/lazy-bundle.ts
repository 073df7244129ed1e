import { lazy } from 'react'

/** Input of a bundle of parameters. Loaded with its form, because it needs the families. */
export const BundleInput = lazy(() => import('./bundle-input.tsx').then((module) => ({ default: module.BundleInput })))
/** Dialog that sends a bundle to a group. */
export const BundleSend = lazy(() => import('./bundle-send.tsx').then((module) => ({ default: module.BundleSend })))
