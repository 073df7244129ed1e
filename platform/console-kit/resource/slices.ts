import { useEffect } from 'react'
import type { ConsoleSlice, Page, RoutedPage } from '../router/page.ts'
import { pagesOf } from '../router/registry.ts'
import { createState, useStateOf } from '../state/state.ts'
import { consoleOf, type ResourceConsole } from './console-resource.ts'
import { addKnown, detailPath, type KnownResource, routesOfResource } from './known.ts'

/** Functions that load the console of each slice, by the slice's name. */
export type SliceLoaders = Readonly<Record<string, () => Promise<ConsoleSlice>>>

/** Data of a slice before it is loaded. `npm run gen` generates it from the slices. */
export interface SliceIndex {
  /** Pages written by the slice. */
  readonly pages: readonly Omit<Page, 'load' | 'label'>[]
  readonly resources: readonly KnownResource[]
}

let loaders: SliceLoaders = {}
const begun = new Map<string, Promise<ConsoleSlice>>()
/** Number of loaded slices. */
const loaded = createState(0)

/** Loads the console of a slice. A failed load is repeated at the next call. */
const loadSlice = async (name: string): Promise<ConsoleSlice | undefined> => {
  const load = loaders[name]
  if (!load) return undefined
  const slice = begun.get(name) ?? load()
  if (!begun.has(name)) {
    begun.set(name, slice)
    slice.then(
      () => loaded.set((n) => n + 1),
      () => begun.delete(name),
    )
  }
  return slice
}

/** Loads the console of a resource with its slice; undefined if there is none. Names begin with the slice: `lighting.lamp`. */
export const loadConsole = async (name: string): Promise<ResourceConsole | undefined> => {
  if (!consoleOf(name)) await loadSlice(name.split('.')[0] ?? '')
  return consoleOf(name)
}

/** Loads the consoles of all slices, for pages with rows of any resource. */
export const loadConsoles = async (): Promise<void> => {
  await Promise.all(Object.keys(loaders).map(loadSlice))
}

/** Returns the console of a resource; undefined until its slice is loaded, and if there is none. `wanted`: false loads nothing. */
export const useConsole = (name: string, wanted = true): ResourceConsole | undefined => {
  useStateOf(loaded)
  const found = consoleOf(name)
  const isMissing = wanted && found === undefined
  useEffect(() => {
    if (isMissing) void loadConsole(name).catch(() => undefined)
  }, [isMissing, name])
  return found
}

const loadPage =
  (slice: string, path: string): Page['load'] =>
  async () => {
    const console = await loadSlice(slice)
    const page = console && pagesOf([console]).find((one) => one.path === path)
    if (!page) throw new Error(`the slice ${slice} has no page at ${path}`)
    return page.load()
  }

/** Returns the pages of all slices. Each page loads its slice when it is opened. An own page replaces a generated one. */
export const openSlices = (slices: SliceLoaders, index: Readonly<Record<string, SliceIndex>>): readonly RoutedPage[] => {
  loaders = slices
  return Object.entries(index).flatMap(([slice, { pages, resources }]) => {
    for (const one of resources) addKnown(one)
    const own = pages.map((page) => ({ ...page, load: loadPage(slice, page.path) }))
    const taken = new Set(own.map(({ path }) => path.toLowerCase()))
    const generated = resources.flatMap((one) => {
      const [list, detail] = [one.link ?? '', detailPath(one)].map((path) => loadPage(slice, path)) as [Page['load'], Page['load']]
      return routesOfResource(one, { list, detail })
    })
    return [...own, ...generated.filter(({ path }) => !taken.has(path.toLowerCase()))]
  })
}
