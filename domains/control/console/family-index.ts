import { definePage, type Page } from '@lamplight/console-kit'
import { type FamilyIndex, type FamilyPage, reportedPath, setFamilies } from './families.ts'

/** Titles of tabs until their page is loaded. */
const PRESETS = ['参数模板', 'Presets'] as const
const REPORTED = ['设备上报值', 'Reported values'] as const

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
  setFamilies(given)
  return given.flatMap((slice) => slice.pages.flatMap((page) => pagesOf(slice, page)))
}
