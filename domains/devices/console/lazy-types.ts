import { later } from '@lamplight/console-kit'

/** Choices and names of device types and their properties, loaded with the first list that shows one. */
const choice = () => import('./type-choice.tsx')
export const PropertyName = later(async () => (await choice()).PropertyName)
export const PropertySelect = later(async () => (await choice()).PropertySelect)
export const Select = later(async () => (await choice()).Select)
export const TypeCell = later(async () => (await choice()).TypeCell)
export const TypeInput = later(async () => (await choice()).TypeInput)
