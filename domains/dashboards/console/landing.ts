import type { ShellMenu } from '@lamplight/console-kit'

/** An entry of the landing circle: a system of the user, or an external address. */
export interface LandingEntry {
  readonly key: string
  readonly name: string
  readonly icon: string
  readonly path: string
  /** The system that it opens; null for an external address. */
  readonly system: ShellMenu | null
}
/** A row of `systemMenu/listSystemMenu`. */
export interface SystemMenuRow {
  readonly id?: unknown
  readonly name?: unknown
  readonly path?: unknown
  readonly source?: unknown
}

/** Opens an address that the administrator sets (decisions.md A26). */
export const LIGHT_MOVE_CAR = '/lightMoveCar/index'
/** Never shown (decisions.md A25). */
const DROPPED = '/intelligentBoxControl'
/** Largest number of entries of the circle (rule.landing.max12). */
export const MAX_ENTRIES = 12

const first = (path: string): string => path.toLowerCase().split('/')[1] ?? ''
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the entries: the server's rows that open something for this user; without rows, the systems of the menu. */
export const entriesFrom = (rows: readonly SystemMenuRow[] | null, systems: readonly ShellMenu[]): readonly LandingEntry[] => {
  if (!rows || rows.length === 0)
    return systems.map((system) => ({ key: system.id, name: system.name, icon: system.icon, path: system.path, system }))
  return rows.flatMap((row): LandingEntry[] => {
    const path = text(row.path)
    const system = systems.find((one) => first(one.path) === first(path)) ?? null
    if (!system && path.toLowerCase() !== LIGHT_MOVE_CAR.toLowerCase()) return []
    return [
      {
        key: String(row.id ?? path),
        name: text(row.name) || (system?.name ?? ''),
        icon: text(row.source) || (system?.icon ?? ''),
        path,
        system,
      },
    ]
  })
}

/**
 * Entries to show: without the removed path and hidden names, at most twelve (rule.landing.drop, rule.landing.max12). The entry for the external
 * address is left out until the administrator has set one.
 */
export const shownEntries = (
  entries: readonly LandingEntry[],
  { hiddenNames, moveCarUrl }: { readonly hiddenNames: readonly string[]; readonly moveCarUrl: string | undefined },
): readonly LandingEntry[] =>
  entries
    .filter(({ name, path }) => first(path) !== first(DROPPED) && !hiddenNames.includes(name))
    .filter(({ system }) => system !== null || isOutside(moveCarUrl))
    .slice(0, MAX_ENTRIES)

/** True for an http address, which may be opened in a new browser window. */
export const isOutside = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url)

/** Size of the canvas and of an item on it, px (rule.layout.canvas). */
const [WIDTH, HEIGHT, ITEM] = [1152, 610, 192]

/** Centres of `count` items on the canvas, in percent of its width and height: an ellipse, with the first item at the top (rule.landing.circle). */
export const circlePlaces = (count: number): readonly { readonly left: number; readonly top: number }[] =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2
    return {
      left: 50 + ((100 * (WIDTH - ITEM)) / 2 / WIDTH) * Math.cos(angle),
      top: 50 + ((100 * (HEIGHT - ITEM)) / 2 / HEIGHT) * Math.sin(angle),
    }
  })

/** Tenant 731100 is redirected to its only page (rule.landing.731100). */
const SENT_ON = { tenantId: '731100', path: '/sun/lamppole', ms: 500 } as const
/**
 * Redirects users of tenant 731100 from the landing page after half a second, if the console has the page. Returns a function that cancels
 * the redirect; undefined for other tenants.
 */
export const sendOn = (
  tenantId: string | undefined,
  { hasPage, navigate }: { readonly hasPage: (path: string) => boolean; readonly navigate: (path: string) => void },
): (() => void) | undefined => {
  if (tenantId !== SENT_ON.tenantId || !hasPage(SENT_ON.path)) return undefined
  const timer = setTimeout(() => navigate(SENT_ON.path), SENT_ON.ms)
  return () => clearTimeout(timer)
}
