import type { ResourceDefinition } from '@lamplight/kit'
import { ofRun } from '@lamplight/testing'
import { slices } from '../../apps/server/slices.ts'
import { wordsOfResource } from '../contract/api/kinds.ts'

interface Page {
  readonly slice: string
  /** The words of the kit from which a page is generated; undefined if it is written by hand. */
  readonly words?: readonly string[]
}

const resources = new Map<string, ResourceDefinition>(
  slices.flatMap(({ resources: own = [] }) => own.map(({ resource }) => [resource.name, resource] as const)),
)
const wordsOf = (name: string | undefined): readonly string[] | undefined => {
  const resource = resources.get(name ?? '')
  return resource && wordsOfResource(resource)
}
/** The pages of the menu and those of reported parameters, by address. */
const PAGES: ReadonlyMap<string, Page> = new Map(
  slices.flatMap(({ domain: { name: slice }, menu = [], families = [], reports = [] }) => [
    ...menu.map(({ path, resource }) => [path, { slice, words: wordsOf(resource) }] as const),
    ...families.flatMap(({ template, fields }) =>
      template
        ? [[`${template.page}/reported`, { slice, words: Object.values(fields).map(({ kind }) => `reported ${kind}`) }] as const]
        : [],
    ),
    ...reports.flatMap((report) =>
      report.page ? [[report.page.path, { slice, words: Object.keys(report).map((word) => `report ${word}`) }] as const] : [],
    ),
  ]),
)

/** Returns the pages that a suite opens in this run: those written by hand, those of changed slices, and of the generated ones each kind. */
export const pagesOfRun = (paths: readonly string[], url: string): readonly string[] =>
  ofRun(paths, { slice: (path) => PAGES.get(path)?.slice ?? '', words: (path) => PAGES.get(path)?.words }, { url, what: 'pages' })
