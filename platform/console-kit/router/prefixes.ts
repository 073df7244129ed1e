/** Systems whose pages depend on the selected project (rule.top.project.prefixes). */
const PROJECT = ['city', 'sun', 'visual', 'amap', 'intelligentinstitute', 'roadcabinet']
/** Systems with a language switch (decisions.md A24); the sign-in page has its own. */
const LANGUAGE = [...PROJECT, 'wel', 'system', 'authority', 'resource', 'monitor', 'info']

const first = (path: string): string => path.toLowerCase().split('/')[1] ?? ''

/** Returns true if the project selector is shown here (rule.top.project.prefixes). */
export const showsProject = (path: string): boolean => PROJECT.includes(first(path))
/** Returns true if the language switch is shown here (rule.top.language). */
export const showsLanguage = (path: string): boolean => LANGUAGE.includes(first(path))

/**
 * Pages that use the whole height (rule.layout.header-hidden, decisions.md A17, A52): maps, the landing page, smart
 * city, boards and installation of road cabinets.
 */
const BARE =
  /\/map(\/index)?\/?$|\/mapscreen(\/|$)|amap|^\/wel\/home$|^\/smartcity(\/|$)|^\/roadcabinet\/(board|install|productmanagement\/components\/installconfig)(\/|$)/i
export const hidesHeader = (path: string): boolean => BARE.test(path)

/** Pages that keep their state while their tab is open (rule.menu.keepalive), with or without `/index` at the end. */
const KEPT = [
  '/city/map',
  '/amap/map',
  '/visual/amap',
  '/visual/newamap',
  '/sun/device',
  '/city/basisaccessories/controller/controllerinformation',
  '/city/lampmanagement/lampinformation',
  '/city/lampmanagement/lampgroup',
  '/city/lampmanagement/similarequipment',
]
const KEPT_BELOW = ['/city/statistics/', '/city/strategycenter/', '/intelligentinstitute/']
export const isKeptAlive = (path: string): boolean => {
  const wanted = path.toLowerCase()
  return KEPT.includes(wanted.replace(/\/index$/, '')) || KEPT_BELOW.some((prefix) => wanted.startsWith(prefix))
}
