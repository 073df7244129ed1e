import type { ResourceDefinition, Text } from '@lamplight/kit'
import { setFieldLabels } from '../api/field-words.ts'
import { type ConsoleSlice, definePage, type Page } from '../router/page.ts'
import { type ConsoleUi, keepConsole, loadedConsoles, type ResourceConsole } from './console-resource.ts'
import { withContributed } from './contribute.ts'
import { fieldOfWire } from './form/entry.ts'
import { addKnown, knownOf, pagesOfResource } from './known.ts'
import type { Query } from './list/list-state.ts'

/** Label of the input with this wire name of a call: an input of the action at `path`, else a field of the resource there. */
const labelOfInput = (path: string, wire: string): Text | undefined => {
  const bare = path.replace(/^\/?(?:api\/)?/, '')
  const near = loadedConsoles()
    .filter(({ resource }) => bare === resource.api.base || bare.startsWith(`${resource.api.base}/`))
    .toSorted((one, other) => other.resource.api.base.length - one.resource.api.base.length)
  for (const { resource } of near) {
    const rest = bare.slice(resource.api.base.length + 1)
    const action = Object.entries(resource.actions ?? {}).find(([name, { path: own }]) => (own ?? name) === rest)?.[1]
    for (const fields of [action?.input ?? {}, resource.fields]) {
      const name = fieldOfWire(fields, wire)
      if (name) return fields[name]?.options.label
    }
  }
  return undefined
}
setFieldLabels(labelOfInput)

/** Attaches the console side to a resource; an unknown column, input or action does not compile. */
export const onConsole = <const D extends ResourceDefinition>(resource: D, ui: ConsoleUi<D> = {}): ResourceConsole => {
  const known = knownOf(resource, ui)
  const made: ResourceConsole = {
    ...known,
    resource,
    ui: withContributed(resource.name, ui as unknown as ConsoleUi<ResourceDefinition>),
    pages: pagesOfResource(known, resource, {
      list: ui.pages?.list ?? (async () => (await import('./pages.tsx')).listPageOf(made, ui.fixed)),
      detail: async () => (await import('./detail/detail-page.tsx')).detailPageOf(made),
    }),
  }
  addKnown(known)
  return keepConsole(made)
}

/** Adds to the console of a slice its resources that have no console code of their own. */
export const withPlain = (plain: readonly ResourceDefinition[], slice: ConsoleSlice): ConsoleSlice => ({
  ...slice,
  resources: [
    ...(slice.resources ?? []),
    ...plain.map((resource) => onConsole<ResourceDefinition>(resource, { ...(resource.page?.find && { find: resource.page.find }) })),
  ],
})

/** A resource whose definition is loaded when its first page opens. */
interface LaterResource {
  /** Prefix of its permissions. */
  readonly code: string
  readonly link: string
  /** Title of the tab, if the menu has none. */
  readonly label: Text
  readonly load: () => Promise<ResourceConsole>
  /** The list shows only rows with these parameters. */
  readonly only?: Query
  /** False: its rows have no page. */
  readonly rows?: false
}
/** List page and detail page of a resource that is not part of the first download. */
export const laterPages = ({ code, link, label, load, only, rows }: LaterResource): readonly Page[] => [
  definePage({
    path: link,
    label,
    permission: `${code}_view`,
    load: async () => {
      const [console, { fixedTo, listPageOf }] = await Promise.all([load(), import('./pages.tsx')])
      const own = await console.ui.pages?.list?.()
      return own ? fixedTo(own, only) : listPageOf(console, only)
    },
  }),
  ...(rows === false
    ? []
    : [
        definePage({
          path: `${link}/details`,
          label,
          permission: `${code}_view`,
          tabBy: ['id'],
          load: async () => {
            const [console, { detailPageOf }] = await Promise.all([load(), import('./detail/detail-page.tsx')])
            return detailPageOf(console)
          },
        }),
      ]),
]
