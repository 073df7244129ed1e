import { lazy, useEffect } from 'react'

/** Loads dialogs, panels and menus: a separate chunk that the first screen does not wait for. */
export const loadOverlays = () => import('./overlays.tsx')

/** Time after the start when the chunk is loaded even if nothing needed it yet, ms. */
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
