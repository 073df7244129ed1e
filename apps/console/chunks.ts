interface Info {
  readonly importedIds: readonly string[]
}
type Find = (id: string) => Info | null

/** Everything that comes with a module: what it imports, and what that imports; not what it loads when it is wanted. */
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
 * Names the chunk `shell` for what the shell brings along beyond the entry. Left to itself the builder makes a chunk of whatever two pages
 * share, and the first screen waits for thirty of them, six at a time. Error catalogues (`.errors.ts`) stay outside: the doors of the models name them, but only
 * pages that are loaded later read them.
 */
export const shellChunk = (entry: string, shell: string) => {
  let inShell: ReadonlySet<string> | undefined
  return (id: string, modules: { getModuleInfo(id: string): Info | null }): string | null => {
    const find: Find = (of) => modules.getModuleInfo(of)
    inShell ??= comesWith(shell, find).difference(comesWith(entry, find))
    return inShell.has(id) && !id.includes('node_modules') && !id.endsWith('.errors.ts') ? 'shell' : null
  }
}
