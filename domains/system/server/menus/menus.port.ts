import { permissionsOf } from '@lamplight/kit'
import { menuOfSlice, type Platform, type Registry, registryPort } from '@lamplight/server-kit'
import type { DeclaredPage, Menus } from '../../model/ports.ts'

/** Leaves out groups without a page below them: slices declare groups before any slice has a page there. */
const withPages = (pages: readonly DeclaredPage[]): DeclaredPage[] => {
  const byCode = new Map(pages.map((page) => [page.item.code, page]))
  const shown = new Set<string>()
  for (const { item, permissions } of pages)
    if (permissions.length > 0 || item.roles !== undefined)
      for (let at: string | undefined = item.code; at !== undefined && !shown.has(at); at = byCode.get(at)?.item.parent) shown.add(at)
  return pages.filter(({ item }) => shown.has(item.code))
}

/**
 * Returns the pages of all slices in the order of their declaration; a code declared by two slices gives one page with both sets of permissions.
 */
export const pagesOf = (registry: Pick<Registry, 'slices' | 'resources' | 'listings'>): DeclaredPage[] => {
  const pages = new Map<string, DeclaredPage>()
  for (const slice of registry.slices)
    for (const item of menuOfSlice(slice)) {
      const served =
        item.resource === undefined ? undefined : (registry.resources.get(item.resource) ?? registry.listings.get(item.resource))
      if (item.resource !== undefined && !served) throw new Error(`menu ${item.code}: no resource ${item.resource}`)
      const first = pages.get(item.code)
      const permissions = new Map((first?.permissions ?? []).map((permission) => [permission.code, permission]))
      for (const permission of [...(served ? permissionsOf(served.resource) : []), ...(item.permissions ?? [])])
        permissions.set(permission.code, permission)
      pages.set(item.code, { slice: first?.slice ?? slice.domain.name, item: first?.item ?? item, permissions: [...permissions.values()] })
    }
  for (const { item } of pages.values())
    if (item.parent !== undefined && !pages.has(item.parent)) throw new Error(`menu ${item.code}: no menu ${item.parent} above it`)
  return withPages([...pages.values()])
}

export const createMenus = (platform: Platform): Menus => {
  let pages: readonly DeclaredPage[] | undefined
  return {
    pages: () => {
      pages ??= pagesOf(platform.port(registryPort))
      return pages
    },
  }
}
