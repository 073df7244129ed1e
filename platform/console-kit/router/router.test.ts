import { expect, test } from 'vitest'
import { aliasOf, type GuardState, guard, isPublic } from './guard.ts'
import { hrefOf, parseLocation } from './location.ts'
import { definePage, type Page } from './page.ts'
import { hidesHeader, isKeptAlive, showsLanguage, showsProject } from './prefixes.ts'
import { createRegistry, pagesOf } from './registry.ts'

const page = (path: string): Page => definePage({ path, label: ['页', 'Page'], load: async () => () => null })
const guardState = (over: Partial<GuardState>): GuardState => ({
  path: '/city/lamp',
  locked: false,
  session: true,
  tokenEmpty: false,
  menuLoaded: true,
  ...over,
})

test('pages are found case-insensitively, fixed path parts first', () => {
  const registry = createRegistry([page('/city/StrategyCenter'), page('/lamp/:id'), page('/lamp/new'), page('/oauth/redirect/*')])
  expect(registry.find('/city/strategycenter')?.page.path).toBe('/city/StrategyCenter')
  expect(registry.find('/lamp/new')?.page.path).toBe('/lamp/new')
  expect(registry.find('/lamp/a%2Fb')?.params).toEqual({ id: 'a/b' })
  expect(registry.find('/oauth/redirect/github/x')?.params).toEqual({ rest: 'github/x' })
  expect(registry.find('/lamp')).toBeNull()
})

test('a former address redirects to the page that moved; an address with a page of its own does not', () => {
  const moved = definePage({ ...page('/city/lamps/index'), was: ['/city/lamps', '/city/other'] })
  const registry = createRegistry([moved, page('/city/other')])
  expect(['/City/Lamps', '/city/other', '/city/lamps/index', '/nowhere', '/wel'].map(registry.addressOf)).toEqual([
    '/city/lamps/index',
    '/city/other',
    '/city/lamps/index',
    '/nowhere',
    '/wel/index',
  ])
})

test('two pages with one address are refused; a hand-written page replaces a generated one', () => {
  expect(() => createRegistry([page('/lamp/:id'), page('/LAMP/:sn')])).toThrow('two pages at /LAMP/:sn')
  const own = page('/city/lamp')
  const domain = { name: 'lighting', label: ['照明', 'Lighting'], level: 3, dependsOn: [] } as const
  const resource = {
    name: 'lighting.lamp',
    label: ['灯', 'Lamp'],
    code: 'lamp',
    scope: 'project',
    roles: 'devices',
    api: { base: 'x', verbs: [] },
    fields: {},
  } as const
  expect(
    pagesOf([{ domain, pages: [own], resources: [{ resource, pages: [page('/City/lamp'), page('/city/lamp/detail')] }] }]),
  ).toHaveLength(2)
})

test('a locked screen shows the lock page before anything else (rule.guard.lock)', () => {
  expect(guard(guardState({ locked: true }))).toEqual({ kind: 'go', to: '/lock' })
  expect(guard(guardState({ locked: true, path: '/login' }))).toEqual({ kind: 'go', to: '/lock' })
  expect(guard(guardState({ locked: true, path: '/lock' }))).toEqual({ kind: 'pass' })
})

test('/login goes home when signed in, /404 when no menu was loaded (rule.guard.login, rule.guard.404, guard.login-logged, guard.404-nomenu)', () => {
  expect(guard(guardState({ path: '/login' }))).toEqual({ kind: 'go', to: '/' })
  expect(guard(guardState({ path: '/en/login' }))).toEqual({ kind: 'go', to: '/' })
  expect(guard(guardState({ path: '/404', menuLoaded: false }))).toEqual({ kind: 'go', to: '/' })
  expect(guard(guardState({ path: '/404' }))).toEqual({ kind: 'pass' })
})

test('an empty token forces logout (rule.guard.token, guard.empty-token)', () => {
  expect(guard(guardState({ tokenEmpty: true }))).toEqual({ kind: 'logout' })
})

test('without a session public pages open and others go to /login (rule.guard.noauth, rule.guard.others)', () => {
  expect(guard(guardState({ session: false, path: '/screen' }))).toEqual({ kind: 'pass' })
  expect(guard(guardState({ session: false, path: '/login' }))).toEqual({ kind: 'pass' })
  expect(guard(guardState({ session: false }))).toEqual({ kind: 'go', to: '/login' })
})

test('/ and /wel open the first page (rule.guard.root, rule.guard.defaultpage)', () => {
  expect([aliasOf('/'), aliasOf('/wel'), aliasOf('/WEL'), aliasOf('/wel/home')]).toEqual([
    '/wel/index',
    '/wel/index',
    '/wel/index',
    '/wel/home',
  ])
})

test('formatting and parsing of addresses are inverse', () => {
  expect(parseLocation('/city/lamp/?size=30&name=%E7%81%AF#x')).toEqual({ path: '/city/lamp', query: { size: '30', name: '灯' } })
  expect(hrefOf({ path: '/city/lamp', query: { size: '30', name: '' } })).toBe('/city/lamp?size=30')
  expect(parseLocation('/', { a: '1' })).toEqual({ path: '/', query: { a: '1' } })
})

test('exactly the public routes open without a session (rule.guard.public)', () => {
  const open = [
    '/login',
    '/en/login',
    '/lock',
    '/404',
    '/403',
    '/500',
    '/home',
    '/oauth/redirect/github',
    '/invite_link',
    '/screen',
    '/fastMap',
    '/sunDevDetail',
    '/myiframe/urlPath',
  ]
  expect(open.filter((path) => !isPublic(path))).toEqual([])
  expect(['/city/map/index', '/', '/homes', '/myiframe/a/b', '/en/city'].filter(isPublic)).toEqual([])
})

test('rule.auth.prefixes pfx.city pfx.sun pfx.visual pfx.institute pfx.roadCabinet area.wel: pages of every system need a session', () => {
  const prefixes = ['city', 'sun', 'visual', 'system', 'authority', 'resource', 'monitor', 'intelligentInstitute', 'roadCabinet', 'wel']
  for (const prefix of prefixes) {
    expect(guard(guardState({ session: false, path: `/${prefix}/any/index` })), prefix).toEqual({ kind: 'go', to: '/login' })
    expect(guard(guardState({ path: `/${prefix}/any/index` })), prefix).toEqual({ kind: 'pass' })
  }
})

test('the two street-light maps share one page; a path in the query stays readable in the address', () => {
  expect(aliasOf('/visual/AMAP')).toBe('/visual/newAmap/index')
  expect(hrefOf({ path: '/404', query: { from: '/city/nothing' } })).toBe('/404?from=/city/nothing')
  expect(parseLocation('/404?from=/city/a%26b').query).toEqual({ from: '/city/a&b' })
})

test('the project selector shows under the listed prefixes only (rule.top.project.prefixes)', () => {
  const under = ['/city/map/index', '/sun/lamppole', '/visual/x', '/amap/map/index', '/intelligentInstitute/a', '/roadCabinet/b']
  expect(under.every(showsProject)).toBe(true)
  expect(['/wel/index', '/system/dict', '/citymap', '/'].some(showsProject)).toBe(false)
})

test('rule.top.language top.language: the language switch shows under its prefixes only', () => {
  const under = ['/wel/index', '/City/map/index', '/system/user', '/authority/role', '/resource/oss', '/monitor/log/api', '/info/index']
  expect(under.every(showsLanguage)).toBe(true)
  expect(['/equipmentMana/gateway', '/work/x', '/report', '/'].some(showsLanguage)).toBe(false)
})

test('the header is hidden on maps and boards, not on lists whose path only begins like one (rule.layout.header-hidden)', () => {
  const bare = ['/city/map/index', '/amap/map/index', '/visual/newAmap/index', '/wel/home', '/smartCity', '/roadCabinet/board/ViewPanel']
  expect(bare.every(hidesHeader)).toBe(true)
  const lists = [
    '/city/lamp',
    '/wel/index',
    '/city/mapping',
    '/city/map/jumpArea',
    '/city/map/share/details',
    '/roadCabinet/productManagement',
  ]
  expect(lists.some(hidesHeader)).toBe(false)
  expect(['/roadCabinet/install/index', '/roadCabinet/productManagement/components/installConfig'].every(hidesHeader)).toBe(true)
})

test('rule.menu.keepalive menu.keepalive menu.keepalive.citymap menu.keepalive.amap menu.keepalive.solardevice menu.keepalive.controllerinfo menu.keepalive.lampinfo menu.keepalive.lampgroups menu.keepalive.statistics menu.keepalive.similar menu.keepalive.strategycentre menu.keepalive.institute: the fixed list of pages keeps its state', () => {
  const kept = [
    '/city/map/index',
    '/amap/map/index',
    '/sun/device/index',
    '/city/basisaccessories/controller/controllerinformation/index',
    '/city/lampmanagement/lampinformation/index',
    '/city/lampmanagement/lampgroup/index',
    '/city/statistics/energy',
    '/city/lampmanagement/similarEquipment/index',
    '/city/StrategyCenter/specialDayDetail',
    '/intelligentInstitute/map/index',
  ]
  expect(kept.filter((path) => !isKeptAlive(path))).toEqual([])
  expect(['/system/user', '/city/lampmanagement/lampinformation/details'].some(isKeptAlive)).toBe(false)
})
