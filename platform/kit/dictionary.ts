import type { Text } from './text.ts'

/** A dictionary that a slice ships. It is seeded once; administrators change it afterwards. Keys are numbers or words, always strings on the wire. */
export interface Dictionary {
  readonly code: string
  readonly name: Text
  readonly remark?: string
  readonly entries: readonly (readonly [key: string, zh: string, en: string])[]
}
export const defineDictionaries = (dictionaries: readonly Dictionary[]): readonly Dictionary[] => dictionaries
