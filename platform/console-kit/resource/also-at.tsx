import type { ResourceDefinition, Text } from '@lamplight/kit'
import { definePage, type Page } from '../router/page.ts'
import type { ResourceConsole } from './console-resource.ts'
import { FixedParamsContext } from './fixed-params.ts'
import type { Query } from './list/list-state.ts'
import { loadConsole } from './slices.ts'

/** The pages of a resource at another address: a system of the console shows its own rows there. */
interface AlsoAt {
  /** Name of the resource: `devices.gateway`. */
  readonly resource: string
  /** Loads the console of the resource if the slice does not load it. */
  readonly load?: () => Promise<ResourceConsole>
  /** Title of the tab, if the menu has none for the address. */
  readonly label: Text
  /** Right without which the pages show 403. */
  readonly permission: string
  /** Address of the list. */
  readonly list?: string
  /** Address of the page of a row; default: that of the resource. */
  readonly details?: string
  /** Address of the list that the page of a row belongs to; default: `list`. */
  readonly under?: string
  /** Parameters of all calls of the list: it shows only these rows, and new rows get the values of fields among them. Keep the same object. */
  readonly fixed?: Query
  /** Returns the definition for these pages, made from that of the resource, for example with other calls and fields. */
  readonly as?: (resource: ResourceDefinition) => ResourceDefinition
}

const consoleAt = async ({ resource, load, list, details, as }: AlsoAt): Promise<ResourceConsole> => {
  const console = await (load ? load() : loadConsole(resource))
  if (!console) throw new Error(`no console of ${resource}`)
  return {
    ...console,
    ...(as && { resource: as(console.resource) }),
    ...(list && { link: list }),
    ...(details ? { details } : console.link && { details: console.details ?? `${console.link}/details` }),
  }
}
const NOTHING_FIXED: Query = {}

/** Returns the list page and the page of a row at further addresses. */
export const alsoAt = (place: AlsoAt): readonly Page[] => {
  const { label, permission, list, details, under = list, fixed = NOTHING_FIXED } = place
  const listPage =
    list &&
    definePage({
      path: list,
      label,
      permission,
      load: async () => {
        const [console, { listPageOf }] = await Promise.all([consoleAt(place), import('./pages.tsx')])
        const List = listPageOf(console)
        return () => (
          <FixedParamsContext value={fixed}>
            <List />
          </FixedParamsContext>
        )
      },
    })
  const detailPage =
    details &&
    definePage({
      path: details,
      label: [`${label[0]}详情`, label[1]],
      permission,
      tabBy: ['id'],
      ...(under && { under }),
      load: async () => {
        const [console, { detailPageOf }] = await Promise.all([consoleAt(place), import('./detail/detail-page.tsx')])
        return detailPageOf(console)
      },
    })
  return [listPage, detailPage].filter((page): page is Page => typeof page === 'object')
}
