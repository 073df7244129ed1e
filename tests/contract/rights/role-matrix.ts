import { type ActionDefinition, actionRow, type MatrixRow, type ResourceDefinition, reportCalls, roleRows } from '@lamplight/kit'
import { slices } from '../../../apps/server/slices.ts'
import type { Follows, RouteRow } from '../api/router.ts'

/** Roles of decisions.md B5 that exist, a user without role, and a caller whose token has expired. */
export const ROLES = ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager', 'guest', 'none', 'expired'] as const
export type Role = (typeof ROLES)[number]

/**
 * Which roles are allowed, by row of the permission matrix of decisions.md B5 for what exists. Limits by tenant, area or project
 * are tested elsewhere (leak.test.ts, leak-places.test.ts). A guest reads everything except users (issue: a read-only guest).
 */
const ROWS = {
  public: ROLES,
  signedIn: ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager', 'guest', 'none'],
  platform: ['administrator'],
  tenants: ['administrator', 'sales'],
  people: ['administrator', 'admin', 'sales'],
  invites: ['administrator', 'admin', 'areaManager'],
  access: ['administrator', 'admin'],
  sales: ['administrator', 'sales'],
  placesRead: ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager', 'guest'],
  placesWrite: ['administrator', 'admin', 'sales'],
  read: ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager', 'guest'],
  export: ['administrator', 'admin', 'operator'],
  write: ['administrator', 'admin', 'operator'],
  secrets: ['administrator', 'admin'],
  assign: ['administrator', 'sales'],
  commands: ['administrator', 'admin', 'operator'],
  switch: ['administrator', 'admin', 'operator', 'maintainer'],
  // Newer than decisions.md B5 (docs/adr/0029): maintainers replace devices.
  replace: ['administrator', 'admin', 'operator', 'maintainer'],
  files: ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager'],
  jobs: ['administrator', 'admin', 'operator', 'sales', 'maintainer'],
  home: ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager', 'guest'],
  reports: ['administrator', 'admin', 'operator', 'maintainer', 'areaManager', 'guest'],
  alarms: ['administrator', 'admin', 'operator', 'maintainer', 'areaManager'],
} as const satisfies Record<string, readonly Role[]>
export type Row = keyof typeof ROWS
export const ROW_NAMES: ReadonlySet<string> = new Set(Object.keys(ROWS))
export const mayBe = (row: Row, role: Role): boolean => (ROWS[row] as readonly Role[]).includes(role)

/** Rows of decisions.md B5 for a resource: lists and details, changes, files, actions. */
interface Domain {
  readonly read: Row
  readonly write: Row
  readonly export: Row
  readonly act: Row
}
const whole = (row: Row): Domain => ({ read: row, write: row, export: row, act: row })
const each = (slice: string, names: readonly string[], domain: Domain): Readonly<Record<string, Domain>> =>
  Object.fromEntries(names.map((name) => [`${slice}.${name}`, domain]))

/**
 * Resource → rows of decisions.md B5, for resources of the administration and resources that give access to other data. They are written here a second time, so that a
 * wrong definition fails the test. For every other resource the test reads the rows from its definition; a new one needs no line.
 */
const DOMAINS: Readonly<Record<string, Domain>> = {
  ...each(
    'system',
    ['menu', 'topMenu', 'systemMenu', 'dict', 'param', 'oss', 'sms', 'smsMessage', 'backup', 'datasource', 'code'],
    whole('platform'),
  ),
  // A tenant's own choices, notices, files and logs; access and the reach of roles (decisions.md C11).
  ...each('system', ['dictBiz', 'notice', 'attach', 'audit', 'logUsual', 'logApi', 'logError', 'logClient'], whole('access')),
  ...each('identity', ['dataScope', 'apiScope', 'socialSource', 'oauth', 'guest', 'registerInfo'], whole('access')),
  ...each('identity', ['user', 'role', 'dept', 'post'], whole('people')),
  'identity.tenant': { ...whole('platform'), read: 'tenants' },
  'identity.client': whole('platform'),
  // Only the tenant of the platform manages SIM cards.
  'devices.esimCard': whole('platform'),
  'identity.invite': whole('invites'),
  ...each('places', ['area', 'project', 'areaManage', 'mapJumpArea'], {
    read: 'placesRead',
    write: 'placesWrite',
    export: 'export',
    act: 'placesWrite',
  }),
  // Codes of shared maps give access to maps; builders and units contain personal data.
  ...each('places', ['mapShare', 'builder', 'unit'], whole('placesWrite')),
  'devices.gateway': { read: 'read', write: 'write', export: 'export', act: 'commands' },
  // Rows of operators contain secrets, and only signed pushes write orders.
  'charging.operator': whole('access'),
  // Whoever has the link of a shared dashboard sees it without an account.
  'dashboards.visualShare': whole('access'),
  'reports.report': { ...whole('export'), read: 'reports' },
}
export const STATED: readonly string[] = Object.keys(DOMAINS)

/** The only row with another name here. */
const named = (row: MatrixRow): Row => (row === 'manual' ? 'switch' : (row as Row))
const declared = (resource: ResourceDefinition, action: ActionDefinition | undefined): Domain => {
  const { read, write, export: file } = roleRows(resource.roles)
  // The call of an action is open to whoever may do it to one row.
  const act = action && (action.single?.roles ?? actionRow(resource, action))
  return { read: named(read), write: named(write), export: named(file), act: named(act ?? write) }
}

/** Actions with a row of their own in decisions.md B5: manual on and off, gateways of tenants, secrets. */
const ACTIONS: Readonly<Record<string, Row>> = {
  'lamp/close': 'switch',
  'lamp/release': 'switch',
  // Maintainers dim one lamp at a time (docs/adr/0029); the example names one.
  'lamp/dim': 'switch',
  'gateway/unregistered/assign': 'assign',
  'gateway/unregistered/cancel': 'assign',
  'gateway/move': 'assign',
  'gateway/claim': 'write',
  'gateway/secret': 'secrets',
}
const WRITES: ReadonlySet<string> = new Set(['submit', 'save', 'create', 'update', 'put', 'remove', 'delete'])

const rowOfResource = ({ resource, verb, exports, sheet, file, action }: Follows, path: string): Row => {
  const domain = DOMAINS[resource.name] ?? declared(resource, action)
  if (exports) return domain.export
  if (sheet || file === 'takes') return domain.write
  if (!action) return WRITES.has(verb ?? '') ? domain.write : domain.read
  return Object.entries(ACTIONS).find(([end]) => path.endsWith(`/${end}`))?.[1] ?? domain.act
}

/** Row for a hand-written call: the first line whose pattern matches method and address. */
export const LINES: readonly (readonly [pattern: RegExp, row: Row])[] = [
  [/^GET \/api\/blade-sun\/device\/scan$/, 'public'],
  [/^GET \/api\/blade-device\/device\/wireTypes$/, 'public'],
  [/^POST \/api\/blade-charging\/evcs\/\{key\}\/\{push\}$/, 'public'],
  [/^GET \/api\/blade-charging\/(jscChargingPile\/queryStationStats|order\/transitions)$/, 'read'],
  [/ \/api\/blade-city\/param\/matrix\/export$/, 'export'],
  [/^GET \/api\/blade-sun\/device\/points$/, 'read'],
  [/ \/api\/blade-visual\/shared\//, 'public'],
  [/^GET \/api\/blade-visual\/visual\/(view|data|queries)$/, 'home'],
  [/^POST \/api\/blade-visual\/visual\/preview$/, 'write'],
  [/^GET \/api\/blade-visual\/(integratedProduct\/(cabin\/count|gateway\/list)|cabinet\/live)$/, 'read'],
  [/^POST \/api\/blade-visual\/cabinet\/install$/, 'write'],
  [/^GET \/api\/blade-sun\/sunfunction\/hidden$/, 'signedIn'],
  [/^POST \/api\/blade-device\/((trash|well)\/batch\/command|deviceFault\/flashLight)$/, 'switch'],
  [/^GET \/api\/blade-device\/(trash|well)\/(data\/fault\/now|chart|full-empty|status\/rate|monitoring|collection)$/, 'read'],
  [/^GET \/api\/blade-report\/env_sensor\/(history\/stats|weather\/forecast)$/, 'read'],
  [/^GET \/api\/health$/, 'public'],
  [/\/oauth\/(captcha|logout|token)$/, 'public'],
  [/^GET \/api\/blade-system\/(tenant\/info|menu\/(auth-)?routes)$/, 'public'],
  [/\/oauth\/(user-info|clear-cache)$/, 'signedIn'],
  [/\/oauth\/(sources|ways|render\/(url\/)?\{source\})$/, 'public'],
  [/^POST \/api\/blade-(auth\/send-verification-code|(user|system\/user)\/register-guest)$/, 'public'],
  [/^GET \/api\/blade-user\/avatar\/\{key\}$/, 'public'],
  [/\/blade-auth\/invite\/(queryExpireTime|business|user|longUrl|registerInfoSubmit)$/, 'public'],
  [/\/blade-auth\/invite\//, 'invites'],
  [/\/blade-auth\/(session\/(list|end-user)|mfa\/reset)$/, 'access'],
  [/\/blade-auth\/(session|mfa)\//, 'signedIn'],
  [/\/blade-user\/(oauth\/(bind|unbind|mine)|avatar)$/, 'signedIn'],
  [/\/(blade-user|blade-system\/user)\/(info|update-info|update-password)$/, 'signedIn'],
  [/^GET \/api\/blade-system\/(tenant\/select|role\/select|dict\/dictionary|param\/console)$/, 'signedIn'],
  [/^GET \/api\/blade-system\/systemMenu\/(listSystemMenu|oneSystemMenu)$/, 'signedIn'],
  [/^GET \/api\/blade-system\/menu\/(buttons|top-menu|tree|grant-tree)$/, 'signedIn'],
  [/^GET \/api\/blade-system\/region\/(list|lazy-list|lazy-tree|select|detail)$/, 'signedIn'],
  [/ \/api\/blade-system\/region\//, 'platform'],
  [/^GET \/api\/blade-system\/(area\/(tree|complete-tree)|project\/(tree|authorized-tree|authorized-list))$/, 'signedIn'],
  [/^POST \/api\/blade-device\/iot\/push\//, 'public'],
  [/^GET \/api\/(blade-system\/mapShare\/fastMap|blade-city\/lamp\/shared)$/, 'public'],
  [/^GET \/api\/blade-system\/area\/area-has-device-by-auth$/, 'signedIn'],
  [/^GET \/api\/blade-system\/dept\/areaChildTree$/, 'placesRead'],
  [/ \/api\/blade-sales\//, 'sales'],
  [/^GET \/api\/blade-system\/menu\/role-tree-keys$/, 'people'],
  [/^GET \/api\/blade-system\/backup\/archive$/, 'public'],
  [/ \/api\/blade-system\/(client|topmenu|systemMenu|backup)\//, 'platform'],
  [/ \/api\/blade-system\/(dept|post)\//, 'people'],
  [/ \/api\/blade-system\/(tenant|menu|dict|param)\//, 'platform'],
  [/ \/api\/(blade-user|blade-system\/(user|role))\//, 'people'],
  [/^GET \/api\/blade-system\/dict-biz\/dictionary$/, 'signedIn'],
  [/ \/api\/blade-system\/dict-biz\//, 'access'],
  [/^GET \/api\/blade-resource\/oss\/file\//, 'public'],
  [/^POST \/api\/blade-resource\/oss\/endpoint\//, 'files'],
  [/ \/api\/blade-resource\/attach\//, 'access'],
  [/^(GET|POST) \/api\/blade-desk\/notice\/(list|detail|unread|read)$/, 'signedIn'],
  [/ \/api\/blade-resource\/(oss|sms)\//, 'platform'],
  [/ \/api\/blade-develop\//, 'platform'],
  [/ \/api\/blade-system\/jobs\//, 'jobs'],
  [/^GET \/api\/blade-system\/(area|project|areaManage|mapJumpArea)\//, 'placesRead'],
  [/ \/api\/blade-system\/(area|project|areaManage|mapJumpArea)\//, 'placesWrite'],
  [/^GET \/api\/blade-alarm\/abnormalDiagnoseRecord\/(curve|transitions)$/, 'alarms'],
  [/^(GET \/api\/blade-alarm\/(alarm|sos)\/|POST \/api\/blade-alarm\/alarm\/config\/send$)/, 'alarms'],

  [/ \/api\/blade-report\/dashboard\//, 'home'],
  [
    /^GET \/api\/blade-report\/(offline\/analysis|savings\/analysis|carbon\/analysis|fault\/analysis|fault\/month\/report|bill\/check|inventory\/check|monthly\/file|device\/(status|count|data\/.*)|scan\/in\/list|sensor\/history\/page|lighting\/status\/.*)$/,
    'reports',
  ],
  [/^GET \/api\/blade-report\/concentrator\/history\/page$/, 'read'],
  [/ \/api\/blade-device\/gateway\/(unregistered\/(address|page|refused)|move)$/, 'assign'],
  [/^POST \/api\/blade-device\/gateway\/(secret|virtual)$/, 'secrets'],
  [/^(GET|POST) \/api\/blade-city\/(lamp|controller|cityLampInstall)\/(import|template|fail)/, 'write'],
  [/^GET \/api\/blade-city\/controller\/(batch|group)\/get\/[a-z]+(\/message)?$/, 'switch'],
  [/^POST \/api\/blade-city\/lora\/control\/batch\/get\/[A-Za-z]+$/, 'switch'],
  [/^POST \/api\/blade-city\/lora\/control\/batch\/set\/[A-Za-z]+$/, 'commands'],
  // Maintainers may send the simple commands that read.
  [
    /^POST \/api\/blade-city\/(controller\/((batch|group)\/set\/simplecommand|install\/check\/again)|lora\/control\/(do\/simple_command|batchDoSimpleCommand))$/,
    'switch',
  ],
  [/^GET \/api\/blade-sun\/loraroot\/group\/get\/[A-Za-z]+$/, 'switch'],
  [/^POST \/api\/blade-sun\/loraroot\/group\/(set\/[A-Za-z]+|reboot)$/, 'commands'],
  [/^POST \/api\/(blade-device\/command\/preview|blade-city\/param\/reach)$/, 'signedIn'],
  [/^GET \/api\/blade-strategy\/trashdeviceworkstrategy\/reach$/, 'read'],
  [/^POST \/api\/blade-strategy\/workstrategy\/preview$/, 'read'],
  [/^GET \/api\/blade-strategy\/workstrategy\/readWorkStrategyEventBatch$/, 'switch'],
  [/^POST \/api\/blade-device\/(deviceManage\/replaceElectronics(\/undo)?|smart_pole\/replace)$/, 'replace'],
  [/^POST \/api\/blade-device\/deviceManage\/offlineDiagnose$/, 'read'],
  [/ \/api\/blade-city\/delayOffline\//, 'platform'],
  [/^GET \/api\/blade-sun\/esimcard\/validity$/, 'platform'],
  [/^GET \/api\/blade-city\/concentrator\/control\/(batch\/)?get\//, 'switch'],
  [/^POST \/api\/blade-city\/concentrator\/(manualctr\/(do|loop)|control\/do\/simple_command)$/, 'switch'],
  [/^GET \/api\/blade-device\/gc-web\/thing\/download$/, 'export'],
  // A sync sends the command `read`, which maintainers may send.
  [/^POST \/api\/blade-device\/evs\/camera\/sync$/, 'switch'],
  [/^GET \/api\/blade-(city|device|sun|strategy)\//, 'read'],
  [/^GET \/api\/blade-visual\/integratedProduct\/physical\//, 'read'],
  [/ \/api\/blade-visual\/integratedProduct\/physical\//, 'write'],
  [/^POST \/api\/blade-device\/integrated_device\/send\/function$/, 'commands'],
  [/^POST \/api\/blade-city\/controller\/batch\/get\/[a-z]+(\/message)?$/, 'switch'],
  [/^POST \/api\/blade-city\/controller\/(batch|group)\/set\/[a-z]+$/, 'commands'],
  [/^POST \/api\/blade-city\/param\/(repair|accept|send)$/, 'signedIn'],
  [/^POST \/api\/blade-city\/param\/(matrix|spread)$/, 'read'],
  [
    /^POST \/api\/blade-city\/controller\/(batch\/manual\/switch-(power|lum)|batch\/openlamp|group\/(openlamp|remotecontrol)|getOffLamp)$/,
    'switch',
  ],
  [/^POST \/api\/blade-city\/controller\/(batch|group)\/reboot$/, 'commands'],
  [/^POST \/api\/blade-city\/controller\/batch\/command(\/preview)?$/, 'switch'],
  [/^POST \/api\/blade-city\/virtual\/night$/, 'commands'],
  [/^POST \/api\/blade-city\/commandrecord\/(retry|retry\/preview|cancel)$/, 'commands'],
  [/^POST \/api\/blade-city\/(device_group|group)\/(controller\/)?(copy|move|move-copy|operation)$/, 'commands'],
  [/^POST \/api\/blade-city\/device_group\/remove$/, 'commands'],
  [/^DELETE \/api\/blade-city\/group\/controller$/, 'commands'],
  [/^(POST|PUT|DELETE) \/api\/blade-(city|device|sun|strategy)\//, 'write'],
]
/** Calls of reports: decisions.md B5 has one row for reading them and one for files. */
const REPORT_CALLS = new Map(
  slices.flatMap(({ reports = [] }) =>
    reports.flatMap((report) =>
      reportCalls(report).map(({ method = 'GET', path, answers }): [string, Row] => [
        `${method} /api/${path}`,
        answers === 'export' ? 'export' : 'reports',
      ]),
    ),
  ),
)
/** Returns the row for a call. A call without a row fails the test. */
export const rowFor = ({ name, route, follows }: Pick<RouteRow, 'name' | 'route' | 'follows'>): Row | undefined =>
  REPORT_CALLS.get(name) ?? (follows ? rowOfResource(follows, route.path) : LINES.find(([pattern]) => pattern.test(name))?.[1])
