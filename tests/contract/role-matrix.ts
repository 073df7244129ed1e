import { reportCalls } from '@lamplight/kit'
import { slices } from '../../apps/server/slices.ts'

/** Roles of decisions.md B5 that are built, with whoever has none or whose token has run out. */
export const ROLES = ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager', 'guest', 'none', 'expired'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who may, by row of the permission matrix: decisions.md B5, read for what is built. Which tenant, area or project a row
 * belongs to is another question (leak.test.ts, leak-places.test.ts); a guest reads what is not people (issue: a read-only guest).
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
  files: ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager'],
  jobs: ['administrator', 'admin', 'operator', 'sales', 'maintainer'],
  home: ['administrator', 'admin', 'operator', 'sales', 'maintainer', 'areaManager', 'guest'],
  reports: ['administrator', 'admin', 'operator', 'maintainer', 'areaManager', 'guest'],
} as const satisfies Record<string, readonly Role[]>
export type Row = keyof typeof ROWS
export const ROW_NAMES: ReadonlySet<string> = new Set(Object.keys(ROWS))
export const mayBe = (row: Row, role: Role): boolean => (ROWS[row] as readonly Role[]).includes(role)

/** Which row decides about a call: the first line that fits its method and address. A call that fits none has no row and fails the suite. */
const LINES: readonly (readonly [pattern: RegExp, row: Row])[] = [
  [/^GET \/api\/health$/, 'public'],
  [/\/oauth\/(captcha|logout|token)$/, 'public'],
  [/^GET \/api\/blade-system\/(tenant\/info|menu\/(auth-)?routes)$/, 'public'],
  [/\/oauth\/(user-info|clear-cache)$/, 'signedIn'],
  [/\/oauth\/(sources|ways|render\/(url\/)?\{source\})$/, 'public'],
  [/^POST \/api\/blade-(auth\/send-verification-code|(user|system\/user)\/register-guest)$/, 'public'],
  [/^GET \/api\/blade-user\/avatar\/\{key\}$/, 'public'],
  [/\/blade-auth\/invite\/(queryExpireTime|business|user|longUrl|registerInfoSubmit)$/, 'public'],
  [/\/blade-auth\/invite\/registerInfo\//, 'access'],
  [/\/blade-auth\/invite\//, 'invites'],
  [/\/blade-auth\/(session\/(list|end-user)|mfa\/reset)$/, 'access'],
  [/\/blade-auth\/(session|mfa)\//, 'signedIn'],
  [/\/blade-auth\/social\//, 'access'],
  [/\/blade-user\/guest\//, 'access'],
  [/\/blade-user\/(oauth\/(bind|unbind|mine)|avatar)$/, 'signedIn'],
  [/\/(blade-user|blade-system\/user)\/(info|update-info|update-password)$/, 'signedIn'],
  [/^GET \/api\/blade-system\/(tenant\/select|role\/select|dict\/dictionary|param\/console)$/, 'signedIn'],
  [/^GET \/api\/blade-system\/systemMenu\/(listSystemMenu|oneSystemMenu)$/, 'signedIn'],
  [/^GET \/api\/blade-system\/menu\/(buttons|top-menu|tree|grant-tree)$/, 'signedIn'],
  [/^GET \/api\/blade-system\/region\/(list|lazy-list|lazy-tree|select|detail)$/, 'signedIn'],
  [/ \/api\/blade-system\/region\//, 'platform'],
  [/^GET \/api\/blade-system\/(area\/(tree|complete-tree)|project\/(tree|authorized-tree|authorized-list))$/, 'signedIn'],
  [/^GET \/api\/(blade-system\/mapShare\/fastMap|blade-city\/lamp\/shared)$/, 'public'],
  [/^GET \/api\/blade-system\/area\/area-has-device-by-auth$/, 'signedIn'],
  [/^GET \/api\/blade-system\/dept\/areaChildTree$/, 'placesRead'],
  [/ \/api\/blade-system\/(mapShare|builder|unit)\//, 'placesWrite'],
  [/ \/api\/blade-sales\//, 'sales'],
  [/^GET \/api\/blade-system\/menu\/role-tree-keys$/, 'people'],
  [/^GET \/api\/blade-system\/tenant\/(list|page|detail)$/, 'tenants'],
  [/^GET \/api\/blade-system\/backup\/archive$/, 'public'],
  [/ \/api\/blade-system\/(client|topmenu|systemMenu|backup)\//, 'platform'],
  [/ \/api\/blade-system\/(data-scope|api-scope)\//, 'access'],
  [/ \/api\/blade-system\/(dept|post)\//, 'people'],
  [/ \/api\/blade-system\/(tenant|menu|dict|param)\//, 'platform'],
  [/ \/api\/(blade-user|blade-system\/(user|role))\//, 'people'],
  [/^GET \/api\/blade-system\/dict-biz\/dictionary$/, 'signedIn'],
  [/ \/api\/blade-system\/dict-biz\//, 'access'],
  [/^GET \/api\/blade-resource\/oss\/file\//, 'public'],
  [/^POST \/api\/blade-resource\/oss\/endpoint\//, 'files'],
  [/ \/api\/blade-resource\/attach\//, 'access'],
  [/^(GET|POST) \/api\/blade-desk\/notice\/(list|detail|unread|read)$/, 'signedIn'],
  [/ \/api\/blade-desk\/notice\//, 'access'],
  [/ \/api\/blade-resource\/(oss|sms)\//, 'platform'],
  [/ \/api\/blade-develop\//, 'platform'],
  [/ \/api\/blade-system\/jobs\//, 'jobs'],
  [/ \/api\/blade-log\//, 'access'],
  [/^GET \/api\/blade-[a-z]+\/[A-Za-z_]+\/export$/, 'export'],
  [/^GET \/api\/blade-system\/(area|project|areaManage|mapJumpArea)\//, 'placesRead'],
  [/ \/api\/blade-system\/(area|project|areaManage|mapJumpArea)\//, 'placesWrite'],
  [/ \/api\/blade-report\/dashboard\//, 'home'],
  [/^GET \/api\/blade-report\/report\/rest\/(list|detail)$/, 'reports'],
  [/ \/api\/blade-report\/report\/rest\//, 'export'],
  [/ \/api\/blade-device\/gateway\/(unregistered\/(address|page|refused)|move)$/, 'assign'],
  [/^POST \/api\/blade-device\/gateway\/unregistered\//, 'assign'],
  [/^POST \/api\/blade-device\/gateway\/(secret|virtual)$/, 'secrets'],
  [/^(GET|POST) \/api\/blade-city\/(lamp|controller|cityLampInstall)\/(import|template|fail)/, 'write'],
  [/^(GET|POST) \/api\/blade-(city|device|sun)\/[A-Za-z_]+\/import(\/|$)/, 'write'],
  [/^GET \/api\/blade-city\/controller\/(batch|group)\/get\/[a-z]+$/, 'switch'],
  [/^POST \/api\/blade-device\/command\/preview$/, 'signedIn'],
  [/^GET \/api\/blade-(city|device|sun|strategy)\//, 'read'],
  [/^POST \/api\/blade-city\/controller\/batch\/get\/[a-z]+$/, 'switch'],
  [/^POST \/api\/blade-city\/controller\/(batch|group)\/set\/[a-z]+$/, 'commands'],
  [/^POST \/api\/blade-(city\/timeMigration|sun\/[A-Za-z]+)\/send$/, 'commands'],
  [/^POST \/api\/blade-strategy\/lightSystem\/mode\/(switch|batchSwitch)$/, 'commands'],
  [/^POST \/api\/blade-city\/param\/(repair|accept)$/, 'signedIn'],
  [/^POST \/api\/blade-city\/controller\/batch\/activated$/, 'commands'],
  [/^POST \/api\/blade-city\/controller\/(batch\/manual\/switch-power|batch\/openlamp|group\/openlamp|getOffLamp)$/, 'switch'],
  [/^POST \/api\/blade-city\/controller\/batch\/command(\/preview)?$/, 'switch'],
  [/^POST \/api\/blade-city\/lamp\/(close|release)$/, 'switch'],
  [/^POST \/api\/blade-city\/(lamp\/dim|virtual\/night|controller\/batch\/manual\/switch-lum)$/, 'commands'],
  [/^POST \/api\/blade-city\/commandrecord\/(retry|retry\/preview|cancel)$/, 'commands'],
  [/^POST \/api\/blade-city\/(device_group|group)\/(controller\/)?(copy|move|move-copy)$/, 'commands'],
  [/^POST \/api\/blade-city\/device_group\/remove$/, 'commands'],
  [/^DELETE \/api\/blade-city\/group\/controller$/, 'commands'],
  [/^(POST|PUT|DELETE) \/api\/blade-(city|device|sun|strategy)\//, 'write'],
]
/** Calls of reports, by the rows that the reports declare. */
const REPORT_CALLS = new Map(
  slices.flatMap(({ reports = [] }) =>
    reports.flatMap((report) =>
      reportCalls(report).map(({ method = 'GET', path, answers }): [string, Row] => [
        `${method} /api/${path}`,
        (answers === 'export' ? report.roles.export : report.roles.read) as Row,
      ]),
    ),
  ),
)
export const rowFor = (name: string): Row | undefined => REPORT_CALLS.get(name) ?? LINES.find(([pattern]) => pattern.test(name))?.[1]
