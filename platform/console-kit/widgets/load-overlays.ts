import { lazy, useEffect } from 'react'

/** Fetches dialogs, panels and menus: a chunk of their own, which the first screen does not wait for. */
export const loadOverlays = () => import('./overlays.tsx')

/** Rest after the start until they are fetched even though nothing asked for them, ms. */
const REST = 2000
export const useOverlaysSoon = (): void => {
  useEffect(() => {
    const timer = setTimeout(() => void loadOverlays().catch(() => undefined), REST)
    return () => clearTimeout(timer)
  }, [])
}

export const Modal = lazy(() => loadOverlays().then((module) => ({ default: module.Modal })))
export const ModalTitle = lazy(() => loadOverlays().then((module) => ({ default: module.ModalTitle })))
export const PopoverPanel = lazy(() => loadOverlays().then((module) => ({ default: module.PopoverPanel })))
export const MenuPanel = lazy(() => loadOverlays().then((module) => ({ default: module.MenuPanel })))
