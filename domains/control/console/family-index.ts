import { definePage, type Page } from '@lamplight/console-kit'
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

/** Titles of tabs until their page is loaded. */
const PRESETS = ['参数模板', 'Presets'] as const
const REPORTED = ['设备上报值', 'Reported values'] as const

let index: readonly FamilyIndex[] = []

export const reportedPath = (link: string): string => `${link}/reported`
/** The address of the presets beside either page of a family. */
export const presetPath = (path: string): string => path.replace(/\/reported$/i, '')

const pagesOf = ({ load }: FamilyIndex, page: FamilyPage): readonly Page[] => {
  const { code, link, was = [], hasData, isReported } = page
  const permission = `${code}_view`
  const part = (name: 'list' | 'detail' | 'reported') => async () => {
    const [family, { familyPages }] = await Promise.all([load(), import('./family-pages.tsx')])
    const found = family.find((one) => one.code === code)
    if (!found) throw new Error(`no slice exports the family ${code}`)
    return familyPages[name](found, page)
  }
  if (isReported) return [definePage({ path: link, was, label: REPORTED, permission, load: part('reported') })]
  return [
    definePage({ path: link, was, label: PRESETS, permission, load: part('list') }),
    definePage({
      path: `${link}/details`,
      was: was.map((former) => `${former}/details`),
      label: PRESETS,
      permission,
      tabBy: ['id'],
      load: part('detail'),
    }),
    ...(hasData
      ? [definePage({ path: reportedPath(link), was: was.map(reportedPath), label: REPORTED, permission, load: part('reported') })]
      : []),
  ]
}

/** Makes the families known to the pages of devices, and returns their own pages: presets, and reported values. */
export const openFamilies = (given: readonly FamilyIndex[]): readonly Page[] => {
  index = given
  return given.flatMap((slice) => slice.pages.flatMap((page) => pagesOf(slice, page)))
}

export const hasFamilies = (type: string): boolean => index.some(({ types }) => types.includes(type))

/** Loads all families that users send by calls. */
export const allFamilies = async (): Promise<readonly ParamFamilyDefinition[]> =>
  (await Promise.all(index.map(({ load }) => load()))).flat().filter(({ call, calls }) => call !== undefined || calls !== undefined)

/** Loads the families that devices of a type store. */
export const familiesOfType = async (type: string): Promise<readonly ParamFamilyDefinition[]> => {
  const loaded = await Promise.all(index.filter(({ types }) => types.includes(type)).map(({ load }) => load()))
  return loaded.flat().filter(({ types }) => types.includes(type))
}
