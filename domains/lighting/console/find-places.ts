import { api, type Finder, hasPermission, lang } from '@lamplight/console-kit'
import { pick, type Text } from '@lamplight/kit'
import { M } from './map.messages.ts'
import { MAP_PATH } from './map-path.ts'
import type { Hit } from './map-search.tsx'
import { readOrder, type TypedOrder } from './palette-order.ts'

const SELECTED = ['street', 'area', 'group'] as const
type Selected = Hit & { readonly kind: (typeof SELECTED)[number] }
const isSelected = (hit: Hit): hit is Selected => (SELECTED as readonly string[]).includes(hit.kind)
const KIND: Readonly<Record<Selected['kind'], Text>> = { street: M.kindStreet, area: M.kindArea, group: M.kindGroup }
const RIGHTS: Readonly<Record<TypedOrder['command'], string>> = {
  dim: 'lamp_dim',
  release: 'lamp_release',
  on: 'lamp_switch',
  off: 'lamp_switch',
}
const ICON: Readonly<Record<Selected['kind'], string>> = { street: 'road', area: 'environment', group: 'group' }
const EACH = 5

const format = (text: Text, values: Readonly<Record<string, string>> = {}): string =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), pick(text, lang.get()))
const titleOf = (hit: Hit): string => (lang.get() === 'en' && hit.nameEn ? hit.nameEn : hit.title)
const search = (q: string, signal: AbortSignal): Promise<readonly Hit[]> =>
  api.get<readonly Hit[]>('/api/blade-city/lamp/search', { q: q.slice(0, 60) }, { signal, quiet: true })

/** Finder of the console's search: streets, areas and groups to select on the map, and commands to them, which the user confirms on the map. */
export const findPlaces: Finder = async (text, signal) => {
  if (!hasPermission('lamp_view')) return []
  const typed = readOrder(text)
  const order = typed && hasPermission(RIGHTS[typed.command]) ? typed : null
  const found = (await search(order?.target ?? text, signal)).filter(isSelected).slice(0, EACH)
  return found.map((hit) => {
    const lamps = format(hit.count === 1 ? M.oneLamp : M.lamps, { n: hit.count.toLocaleString('en-US') })
    const place = `${MAP_PATH}?${hit.kind}=${hit.id}`
    const [kind, icon] = [format(KIND[hit.kind]), ICON[hit.kind]]
    const exact = [hit.title, hit.nameEn ?? ''].some((name) => name.toLowerCase() === (order?.target ?? text).trim().toLowerCase())
    if (!order) return { key: `place ${hit.kind} ${hit.id}`, kind, name: titleOf(hit), note: lamps, href: place, icon, exact }
    const level = order.level === null ? '' : ` ${order.level}%`
    return {
      key: `order ${order.command} ${hit.kind} ${hit.id}`,
      kind: format(M.kindCommand),
      name: `${format(M[order.command])} ${titleOf(hit)}${level}`,
      note: `${kind} · ${lamps}`,
      href: `${place}&command=${order.command}${order.level === null ? '' : `&level=${order.level}`}`,
      icon: 'control',
      exact,
    }
  })
}
