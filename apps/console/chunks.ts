interface Info {
  readonly importedIds: readonly string[]
  readonly code?: string | null
}
type Find = (id: string) => Info | null

/** A door of a slice: it only passes exports of other modules on. */
const DOOR = /\/(?:domains\/([^/]+\/(?:console|model))|platform\/(console-kit(?:\/\w+)?))\/index\.ts$/
const NAMED = /\b(import|export)\s*(type\s)?\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g
const STAR = /\bexport\s*\*\s*from\s*['"]([^'"]+)['"]/g

/** The module that `from` names in `file`. */
const besideOf = (file: string, from: string): string => {
  const parts = file.split('/').slice(0, -1)
  for (const part of from.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  return parts.join('/')
}

interface Names {
  /** Name in the other module, and here. */
  readonly pairs: readonly (readonly [string, string])[]
  readonly from: string
}
const namesIn = (code: string): Names[] =>
  [...code.matchAll(NAMED)].flatMap(([, , types, list = '', from = '']) => {
    const words = list.split(',').map((word) => word.trim())
    const values = types ? [] : words.filter((word) => word !== '' && !word.startsWith('type '))
    return [
      {
        from,
        pairs: values.map((word) => word.split(/\s+as\s+/) as [string, string?]).map(([there, here = there]) => [there, here] as const),
      },
    ]
  })

/** Returns the modules behind a door that give the names; with a name that it does not know, also those that it passes on as a whole. */
const behind = (door: string, code: string, names: ReadonlySet<string>): string[] => {
  const at = (from: string): string => besideOf(door, from)
  const own = namesIn(code).flatMap(({ pairs, from }) => pairs.map(([, here]) => [here, at(from)] as const))
  const known = new Map(own)
  const isOpen = [...names].some((name) => !known.has(name))
  return [
    ...own.filter(([name]) => names.has(name)).map(([, id]) => id),
    ...(isOpen ? [...code.matchAll(STAR)].map(([, from = '']) => at(from)) : []),
  ]
}

/** Returns the modules that a module loads through a door of a slice: only those of the names that it imports. Null: all. */
const through = (id: string, code: string, door: string, doorCode: string): string[] | null => {
  const [, ofSlice, ofKit] = DOOR.exec(door) ?? []
  const leads = (from: string): boolean => (from.startsWith('.') ? besideOf(id, from) === door : from === `@lamplight/${ofSlice ?? ofKit}`)
  const imports = namesIn(code).filter(({ from }) => leads(from))
  if (imports.length === 0) return null
  return behind(door, doorCode, new Set(imports.flatMap(({ pairs }) => pairs.map(([there]) => there))))
}

/** Returns all modules loaded with a module: its static imports and theirs, without dynamic imports and what a door of a slice has for others. */
export const comesWith = (root: string, find: Find): ReadonlySet<string> => {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    const { importedIds = [], code } = find(id) ?? {}
    for (const next of importedIds) {
      const doorCode = DOOR.test(next) ? find(next)?.code : null
      const few = code && doorCode ? through(id, code, next, doorCode) : null
      for (const one of few ?? [next]) add(one)
    }
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

/** Names the chunk of the entry: the modules that it loads itself, and those that both pages after it load, the sign-in page and the shell. */
export const entryChunk = (entry: string, signIn: string, shell: string) => {
  let held: ReadonlySet<string> | undefined
  return (id: string, modules: { getModuleInfo(id: string): Info | null }): string | null => {
    const find: Find = (of) => modules.getModuleInfo(of)
    held ??= comesWith(entry, find).union(comesWith(signIn, find).intersection(comesWith(shell, find)))
    return held.has(id) && !id.includes('node_modules') ? 'entry' : null
  }
}

const SLICE_MODULE = /\/domains\/([^/]+)\/((model|console)\/|domain\.ts$)/
/** Packages without components; the modules of the console kit that slices call have groups of their own. */
const PLATFORM_MODULE = /\/platform\/(?!console-kit\/)([^/]+)\//

/**
 * Names the chunks of the modules that are loaded with the console of any slice: `slice-NAME` for those that other slices load too, `pages-NAME` for those
 * that only its own pages load, `platform-NAME` for those of a package of the platform, which slices call while their modules load: by default the
 * builder may place them in a chunk that imports the chunk of the slice. A list needs both chunks of its slice, and of those below it what they share.
 * `root` is the folder of the repository.
 */
export const sliceChunk = (root: string, entry: string, shell: string, slices: readonly string[]) => {
  let held: { readonly all: ReadonlySet<string>; readonly shared: ReadonlySet<string> } | undefined
  const find = (modules: { getModuleInfo(id: string): Info | null }) => {
    const known = (of: string) => modules.getModuleInfo(of)
    const early = comesWith(shell, known).union(comesWith(entry, known))
    const loaded = slices.map((name) => ({ name, ids: comesWith(`${root}/domains/${name}/console/index.ts`, known).difference(early) }))
    const all = loaded.reduce<ReadonlySet<string>>((sum, { ids }) => sum.union(ids), new Set())
    const isForeign = (id: string, name: string): boolean => SLICE_MODULE.exec(id)?.[1] !== name
    const shared = new Set(loaded.flatMap(({ name, ids }) => [...ids].filter((id) => isForeign(id, name))))
    return { all, shared }
  }
  return (id: string, modules: { getModuleInfo(id: string): Info | null }): string | null => {
    held ??= find(modules)
    if (!held.all.has(id) || id.endsWith('.errors.ts')) return null
    const [slice, part] = [SLICE_MODULE.exec(id)?.[1], PLATFORM_MODULE.exec(id)?.[1]]
    if (slice) return `${held.shared.has(id) ? 'slice' : 'pages'}-${slice}`
    return part ? `platform-${part}` : null
  }
}
