import { pluralOf, type ResourceDefinition } from '@lamplight/kit'
import type { Page, RoutedPage } from '../router/page.ts'
import { detailCall } from './calls.ts'

/** Data of a resource before its slice is loaded: enough for addresses, links and permissions. */
export interface KnownResource {
  readonly name: string
  /** Prefix of its permissions. */
  readonly code: string
  /** Route of the list page. */
  readonly link?: string
  /** Route of the detail page; default: `{link}/details`. */
  readonly details?: string
  /** Former routes of the list page: they and their `/details` redirect. */
  readonly was?: readonly string[]
  /** True if its rows have a detail page. */
  readonly hasDetail?: true
  /** True if the console's search finds its rows. */
  readonly isFound?: true
  /** True if its rows belong to no tenant. */
  readonly isGlobal?: true
  /** Code of the device type, if its rows are devices. */
  readonly deviceCode?: number
  /** Name of the resource whose devices its rows show. */
  readonly shows?: string
}

const known = new Map<string, KnownResource>()

export const addKnown = (one: KnownResource): void => void known.set(one.name, one)

export const knownResource = (name: string): KnownResource | undefined => known.get(name)
export const knownResources = (): readonly KnownResource[] => [...known.values()]
/** Types made at run time have this code or a higher one; all their devices are rows of one resource. */
export const FIRST_ROW_TYPE = 10_000
/** Returns the resource whose rows are the devices of a type; undefined for types without pages. */
export const resourceOfDevices = (deviceCode: number | null | undefined): KnownResource | undefined => {
  const code = Math.min(deviceCode ?? Number.NaN, FIRST_ROW_TYPE)
  return [...known.values()].find((one) => one.deviceCode === code)
}

/** The resource whose rows show devices of a type, as lamps show their controllers. */
export const resourceShowing = (deviceCode: number): KnownResource | undefined => {
  const devices = resourceOfDevices(deviceCode)?.name
  return devices === undefined ? undefined : [...known.values()].find(({ shows }) => shows === devices)
}

interface ConsoleFacts {
  readonly link?: string | undefined
  readonly details?: string | undefined
  readonly was?: readonly string[] | undefined
  readonly find?: readonly unknown[] | undefined
  readonly deviceCode?: number | undefined
}
/** Derives the known data of a resource from its definition. The list page is at `link`, or at the path of the resource's `page`. */
export const knownOf = (
  resource: ResourceDefinition,
  { link = resource.page?.path, details = resource.page?.details, was = resource.page?.was, find, deviceCode }: ConsoleFacts,
): KnownResource => ({
  name: resource.name,
  code: resource.rightsOf ?? resource.code,
  ...(link && { link }),
  ...(details && { details }),
  ...(was && { was }),
  ...(detailCall(resource, '0') && { hasDetail: true }),
  ...(find && { isFound: true }),
  ...(resource.scope === 'global' && { isGlobal: true }),
  ...(deviceCode !== undefined && { deviceCode }),
  ...(resource.shows && { shows: (resource.fields[resource.shows]?.options as { readonly to?: string } | undefined)?.to ?? '' }),
})

/** Addresses of the list page and of the page of one row; null if there is none. */
export const listHref = (one: KnownResource | undefined): string | null => one?.link ?? null
export const detailPath = ({ link = '', details = `${link}/details` }: Pick<KnownResource, 'link' | 'details'>): string => details
export const detailHref = (one: KnownResource | undefined, id: string): string | null =>
  one?.link && one.hasDetail ? `${detailPath(one)}?id=${id}` : null

interface PageLoaders {
  readonly list: Page['load']
  readonly detail: Page['load']
}
/** The list page and detail page of a resource, without labels; `load` loads their components. */
export const routesOfResource = ({ code, link, details, was = [], hasDetail }: KnownResource, load: PageLoaders): readonly RoutedPage[] => {
  if (!link) return []
  const permission = `${code}_view`
  const list = { path: link, was, permission, load: load.list }
  const detail = {
    path: detailPath({ link, details }),
    was: [link, ...was].map((former) => `${former}/details`),
    permission,
    tabBy: ['id'],
    under: link,
    load: load.detail,
  }
  return hasDetail ? [list, detail] : [list]
}

/** The list page and detail page of a resource. The list page is called as in the menu. */
export const pagesOfResource = (
  known: KnownResource,
  { label: [zh, en], page }: Pick<ResourceDefinition, 'label' | 'page'>,
  load: PageLoaders,
): readonly Page[] => {
  const inMenu = page?.path === known.link ? page?.label : undefined
  const labels = [inMenu ?? ([zh, pluralOf(en)] as const), [`${zh}详情`, en] as const]
  return routesOfResource(known, load).map((one, at) => ({ ...one, label: labels[at] ?? [zh, en] }))
}
