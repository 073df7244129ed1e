interface Info {
  readonly importedIds: readonly string[]
}
type Find = (id: string) => Info | null

/** Returns all modules loaded with a module: its static imports and theirs, without dynamic imports. */
export const comesWith = (root: string, find: Find): ReadonlySet<string> => {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const next of find(id)?.importedIds ?? []) add(next)
  }
  add(root)
  return found
}

/**
 * Names the chunk of the modules that are loaded with `root` and with none of `known`, which are loaded before it. By default the builder
 * makes a chunk of every set of modules that two pages share, and the first screen waits for thirty chunks, six at a time. Error catalogues
 * (`.errors.ts`) are not included: the models export them, but only pages that are loaded later read them.
 */
export const chunkOf = (name: string, root: string, known: readonly string[]) => {
  let held: ReadonlySet<string> | undefined
  return (id: string, modules: { getModuleInfo(id: string): Info | null }): string | null => {
    const find: Find = (of) => modules.getModuleInfo(of)
    held ??= known.reduce<ReadonlySet<string>>((left, one) => left.difference(comesWith(one, find)), comesWith(root, find))
    return held.has(id) && !id.includes('node_modules') && !id.endsWith('.errors.ts') ? name : null
  }
}

const SLICE_MODULE = /\/domains\/([^/]+)\/((model|console)\/|domain\.ts$)/
/** Packages without components; the modules of the console kit that slices call have groups of their own. */
const PLATFORM_MODULE = /\/platform\/(?!console-kit\/)([^/]+)\//

/**
 * Names the chunks of the modules that are loaded with the console of any slice: `slice-NAME` for those of a slice, `platform-NAME` for those of a package of the
 * platform, which slices call while their modules load: by default the builder may place them in a chunk that imports the chunk of the slice. A list needs the chunk of its slice and of those below it. `root` is the folder of the repository.
 */
export const sliceChunk = (root: string, entry: string, shell: string, slices: readonly string[]) => {
  let held: ReadonlySet<string> | undefined
  return (id: string, modules: { getModuleInfo(id: string): Info | null }): string | null => {
    const find: Find = (of) => modules.getModuleInfo(of)
    held ??= slices
      .map((name) => comesWith(`${root}/domains/${name}/console/index.ts`, find))
      .reduce((all, one) => all.union(one))
      .difference(comesWith(shell, find).union(comesWith(entry, find)))
    if (!held.has(id) || id.endsWith('.errors.ts')) return null
    const [slice, part] = [SLICE_MODULE.exec(id)?.[1], PLATFORM_MODULE.exec(id)?.[1]]
    return slice ? `slice-${slice}` : part ? `platform-${part}` : null
  }
}
