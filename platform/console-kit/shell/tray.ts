import type { ComponentType } from 'react'

const items = new Map<string, ComponentType>()

/**
 * Puts a component into the tray of the top bar (running jobs, batches). A slice registers it in its shell
 * entry; a component with the same key is replaced.
 */
export const registerTrayItem = (key: string, component: ComponentType): void => void items.set(key, component)

export const trayItems = (): readonly (readonly [key: string, component: ComponentType])[] => [...items]
