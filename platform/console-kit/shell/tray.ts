import type { ComponentType } from 'react'

const items = new Map<string, ComponentType>()

/**
 * Puts a component into the tray of the top bar (running jobs, batches). A slice registers it in its shell
 * entry; a component with the same key is replaced.
 */
export const registerTrayItem = (key: string, component: ComponentType): void => void items.set(key, component)

export const trayItems = (): readonly (readonly [key: string, component: ComponentType])[] => [...items]

const overlays = new Map<string, ComponentType>()

/** Shows a component over every page of a signed-in user, also over pages without header: calls for help, alerts. */
export const registerOverlay = (key: string, component: ComponentType): void => void overlays.set(key, component)

export const overlayItems = (): readonly (readonly [key: string, component: ComponentType])[] => [...overlays]
