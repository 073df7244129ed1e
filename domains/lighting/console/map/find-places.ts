import { type Finder, type FoundHit, hasPermission, lang } from '@lamplight/console-kit'
import { detailHref, knownResource } from '@lamplight/console-kit/resource'
import { pick, type Text } from '@lamplight/kit'
import { cityMap } from '../../model/pages.ts'
import { findOnMap, type Hit } from './find-on-map.ts'
import { M } from './map.messages.ts'
import { readOrder, type TypedOrder } from './palette-order.ts'

const SELECTED = ['street', 'area', 'group'] as const
type Selected = Hit & { readonly kind: (typeof SELECTED)[number] }
const isSelected = (hit: Hit): hit is Selected => (SELECTED as readonly string[]).includes(hit.kind)
const KIND: Readonly<Record<Hit['kind'], Text>> = {
  street: M.street,
  area: M.area,
  group: M.kindGroup,
  gateway: M.gateway,
  post: M.kindPost,
  lamp: M.lamp,
  device: M.device,
}
/** Resources whose rows have a page of their own. */
const OWN_PAGES: Readonly<Partial<Record<Hit['kind'], string>>> = {
  gateway: 'devices.gateway',
  post: 'lighting.post',
  lamp: 'lighting.lamp',
}
const RIGHTS: Readonly<Record<TypedOrder['command'], string>> = {
  dim: 'lamp_dim',
  release: 'lamp_release',
  on: 'lamp_switch',
  off: 'lamp_switch',
}
const ICON: Readonly<Record<Selected['kind'], string>> = { street: 'road', area: 'environment', group: 'group' }
const EACH = 5

const format = (text: Text, values: Readonly<Record<string, string>> = {}): string => pick(text, lang.get(), values)
const titleOf = (hit: Hit): string => (lang.get() === 'en' && hit.nameEn ? hit.nameEn : hit.title)
/** Returns the entry that opens the page of a gateway, post, lamp or device; empty if the user has no such page. */
const pageEntry = (hit: Hit): readonly FoundHit[] => {
  const known = knownResource(hit.resource ?? OWN_PAGES[hit.kind] ?? '')
  const href = detailHref(known, hit.id)
  if (!known || !href) return []
  const { kind, id, title: name, subtitle: note } = hit
  return [
    {
      key: `place ${kind} ${id}`,
      kind: format(KIND[kind]),
      name,
      note: note === null || note === name ? '' : note,
      href,
      ...(known.link && { list: known.link }),
    },
  ]
}

/**
 * Finder for the search of the console. Streets, areas and groups open on the map, or with a command that the user confirms there; devices
 * open their page.
 */
export const findPlaces: Finder = async (text, signal) => {
  if (!hasPermission('lamp_view')) return []
  const typed = readOrder(text)
  const order = typed && hasPermission(RIGHTS[typed.command]) ? typed : null
  const all = await findOnMap(order?.target ?? text, { signal })
  const found = all.filter(isSelected).slice(0, EACH)
  const places = found.map((hit) => {
    const lamps = format(M.lamps, { n: hit.count.toLocaleString('en-US') })
    const place = `${cityMap.path}?${hit.kind}=${hit.id}`
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
  return order ? places : [...places, ...all.flatMap(pageEntry)]
}
