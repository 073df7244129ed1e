import type { ResourceDefinition, Text } from '@lamplight/kit'
import { definePage, type Page } from '../router/page.ts'
import { detailCall } from './calls.ts'
import { type ConsoleUi, keepConsole, type ResourceConsole } from './console-resource.ts'
import { pluralOf } from './plural.ts'

/** Attaches the console to a resource; a column, input or action that the resource does not have does not compile. */
export const onConsole = <const D extends ResourceDefinition>(resource: D, ui: ConsoleUi<D> = {}): ResourceConsole => {
  const made: { resource: ResourceDefinition; ui: ConsoleUi<ResourceDefinition>; pages: readonly Page[] } = {
    resource,
    ui: ui as unknown as ConsoleUi<ResourceDefinition>,
    pages: [],
  }
  made.pages = generatedPages(made)
  return keepConsole(made)
}
const generatedPages = (console: ResourceConsole): readonly Page[] => {
  const { resource, ui } = console
  if (!ui.link) return []
  const permission = `${resource.code}_view`
  const list = definePage({
    path: ui.link,
    label: [resource.label[0], pluralOf(resource.label[1])],
    permission,
    load: ui.pages?.list ?? (async () => (await import('./pages.tsx')).listPageOf(console)),
  })
  const detail = definePage({
    path: `${ui.link}/details`,
    label: [`${resource.label[0]}详情`, resource.label[1]],
    permission,
    tabBy: ['id'],
    load: async () => (await import('./detail-page.tsx')).detailPageOf(console),
  })
  return detailCall(resource, '0') ? [list, detail] : [list]
}

/** A resource whose definition is loaded when its first page opens. */
interface LaterResource {
  /** Prefix of its rights. */
  readonly code: string
  readonly link: string
  /** Tab title, if the menu has none. */
  readonly label: Text
  readonly load: () => Promise<ResourceConsole>
}
/** List page and detail page of a resource that is not part of the first download. */
export const laterPages = ({ code, link, label, load }: LaterResource): readonly Page[] => [
  definePage({
    path: link,
    label,
    permission: `${code}_view`,
    load: async () => {
      const [console, { listPageOf }] = await Promise.all([load(), import('./pages.tsx')])
      return listPageOf(console)
    },
  }),
  definePage({
    path: `${link}/details`,
    label,
    permission: `${code}_view`,
    tabBy: ['id'],
    load: async () => {
      const [console, { detailPageOf }] = await Promise.all([load(), import('./detail-page.tsx')])
      return detailPageOf(console)
    },
  }),
]
