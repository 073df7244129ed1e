import type { ParamFamilyDefinition } from '@lamplight/kit'

/** A family with pages. */
export interface FamilyPage {
  /** Prefix of its permissions. */
  readonly code: string
  /** Address of its presets. */
  readonly link: string
  /** Former addresses of its presets, which redirect. */
  readonly was?: readonly string[]
  /** True if a page lists the values that devices reported, at `{link}/reported`. */
  readonly hasData?: true
  /** True if the page itself lists these values: the family has no presets. */
  readonly isReported?: true
}
/** The parameter families of a slice, before they are loaded. `npm run gen` generates it from the definitions. */
export interface FamilyIndex {
  /** Names of the device types that store them. */
  readonly types: readonly string[]
  readonly pages: readonly FamilyPage[]
  readonly load: () => Promise<readonly ParamFamilyDefinition[]>
}

let index: readonly FamilyIndex[] = []
/** Makes the families known to the pages of devices. */
export const setFamilies = (given: readonly FamilyIndex[]): void => {
  index = given
}

export const reportedPath = (link: string): string => `${link}/reported`
/** The address of the presets beside either page of a family. */
export const presetPath = (path: string): string => path.replace(/\/reported$/i, '')

export const hasFamilies = (type: string): boolean => index.some(({ types }) => types.includes(type))

/** Loads all families that users send by calls. */
export const allFamilies = async (): Promise<readonly ParamFamilyDefinition[]> =>
  (await Promise.all(index.map(({ load }) => load()))).flat().filter(({ call, calls }) => call !== undefined || calls !== undefined)

/** Loads the families that devices of a type store. */
export const familiesOfType = async (type: string): Promise<readonly ParamFamilyDefinition[]> => {
  const loaded = await Promise.all(index.filter(({ types }) => types.includes(type)).map(({ load }) => load()))
  return loaded.flat().filter(({ types }) => types.includes(type))
}
