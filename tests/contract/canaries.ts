import { decodeLampPacket } from '@lamplight/lamp-packet'
import type { ApiClient, TestPlatform } from '@lamplight/testing'
import type { Call } from './hand-written.ts'
import type { Known } from './known-rows.ts'
import { UNLISTED_TABLES, UNLISTED_TEXTS } from './made-rows.ts'
import { ask, type Heard, type RouteRow, rowOf } from './router.ts'

/** Tables whose rows people of a tenant make. */
export const PEOPLES_TABLES = [
  'lighting_lamp',
  'lighting_post',
  'lighting_street',
  'lighting_controller',
  'devices_gateway',
  'devices_group',
  'places_area',
  'places_project',
  'places_area_manage',
  'places_map_jump_area',
  'places_map_share',
  'places_builder',
  'places_unit',
  'control_batch',
  'identity_user',
  'identity_role',
  'identity_dept',
  'identity_post',
  'identity_data_scope',
  'identity_api_scope',
  'identity_social_source',
  'identity_oauth',
  'identity_guest',
  'identity_invite',
  'identity_register_info',
  'system_dict_biz',
  'system_oss',
  'system_attach',
  'system_sms',
  'system_sms_message',
  'system_datasource',
  'system_code',
  'system_notice',
  'lighting_import',
  'reports_report',
  ...UNLISTED_TABLES,
]

/** What names rows to people, per table; `c4n…` is put behind each. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  lighting_lamp: ['name', 'remark'],
  lighting_post: ['name'],
  lighting_street: ['name', 'name_en', 'remark'],
  lighting_controller: ['name'],
  devices_gateway: ['name', 'version'],
  devices_registry: ['name'],
  devices_misfit: ['reason', 'payload'],
  devices_stranger: ['type'],
  places_area: ['area_name', 'area_full_name', 'remark'],
  places_project: ['name', 'remark'],
  places_area_manage: ['name', 'remark'],
  places_map_jump_area: ['area_name'],
  places_map_share: ['name'],
  places_builder: ['name', 'linkman'],
  places_unit: ['name', 'linkman'],
  devices_group: ['group_name'],
  control_batch: ['target_text', 'account'],
  identity_user: ['real_name', 'name', 'phone', 'email'],
  identity_role: ['role_name'],
  identity_dept: ['dept_name', 'full_name'],
  identity_post: ['post_name'],
  identity_data_scope: ['scope_name'],
  identity_api_scope: ['scope_name'],
  identity_tenant: ['tenant_name', 'linkman'],
  identity_social_source: ['issuer'],
  identity_oauth: ['nickname', 'email'],
  identity_guest: ['name', 'reason'],
  identity_invite: ['invite_module'],
  identity_register_info: ['name', 'reason'],
  system_dict_biz: ['dict_value', 'remark'],
  system_oss: ['remark', 'bucket_name'],
  system_attach: ['original_name'],
  system_sms: ['remark', 'sign_name'],
  system_sms_message: ['content'],
  system_datasource: ['name', 'remark'],
  system_code: ['code_name'],
  system_notice: ['title', 'content'],
  system_backup: ['name', 'reason'],
  system_log_usual: ['log_data'],
  system_log_api: ['title'],
  system_log_error: ['message'],
  system_log_client: ['message'],
  kit_job: ['title_zh', 'title_en'],
  lighting_import: ['file_name', 'account'],
  reports_report: ['name'],
  ...UNLISTED_TEXTS,
}
export const MARK = 'c4n'
/** Matches a mark with the first letters of its table name. The three letters alone occur by chance in pictures in base 64. */
const MARKS = new RegExp(
  `${MARK}(?:${[...new Set(Object.keys(NAMES).map((table) => table.replaceAll('_', '').slice(0, 5)))].join('|')})[a-z]*`,
  'g',
)

/** Marks the names of the rows that `where` means in the given tables, so that they can be found wherever they turn up. */
export const mark = async (house: TestPlatform, where: string, tables = Object.keys(NAMES)): Promise<void> => {
  for (const table of tables) {
    const sets = (NAMES[table] ?? []).map((column) => `${column} = coalesce(${column}, '') || '${MARK}${table.replaceAll('_', '')}'`)
    if (sets.length > 0) await house.platform.system.query(`update ${table} t set ${sets.join(', ')} where ${where}`)
  }
}

export interface Secrets {
  readonly texts: readonly string[]
  readonly ids: ReadonlySet<string>
}
/** Serial numbers and ids of the rows that `where` means: nobody else may be told them. */
export const secretsOf = async (house: TestPlatform, where: string, tables: readonly string[]): Promise<Secrets> => {
  const ids = new Set<string>()
  const texts = new Set<string>()
  for (const table of tables) {
    const rows = await house.platform.system.query<Record<string, unknown>>(`select * from ${table} t where ${where}`)
    for (const row of rows) {
      for (const name of ['id', 'device_id', 'batch_id']) if (typeof row[name] === 'string' && row[name].length > 12) ids.add(row[name])
      for (const name of ['sn', 'gateway_sn']) if (typeof row[name] === 'string' && row[name].length > 4) texts.add(row[name])
    }
  }
  return { texts: [...texts], ids }
}

/** What of the secrets an answer tells that its request did not hold already. */
export const leaksIn = (heard: Heard, call: Call, secrets: Secrets): string[] => {
  const asked = JSON.stringify(call)
  const found = new Set<string>()
  if (heard.type.includes('octet-stream')) {
    for (const id of decodeLampPacket(Uint8Array.from(heard.bytes).buffer).ids) if (secrets.ids.has(String(id))) found.add(`packed ${id}`)
    return [...found]
  }
  // Hashes of passwords and of secrets are told to nobody.
  for (const [hash] of heard.text.matchAll(/\$argon2\w*|\$scrypt/g)) found.add(hash)
  for (const [name] of heard.text.matchAll(MARKS)) if (!asked.includes(name)) found.add(name)
  for (const [id] of heard.text.matchAll(/\d{13,19}/g)) if (secrets.ids.has(id) && !asked.includes(id)) found.add(id)
  for (const text of secrets.texts) if (heard.text.includes(text) && !asked.includes(text)) found.add(text)
  return [...found]
}

const REFERENCES: Readonly<Record<string, (known: Known) => string>> = {
  'places.project': (known) => known.project,
  'places.area': (known) => known.area,
  'devices.gateway': (known) => known.gateway,
  'devices.group': (known) => known.group,
  'lighting.controller': (known) => known.controller,
  'lighting.post': (known) => known.post,
  'lighting.street': (known) => known.street,
  'identity.role': (known) => known.role,
  'identity.dept': (known) => known.dept,
  'identity.post': (known) => known.position,
}
const BY_NAME: Readonly<Record<string, (known: Known) => string>> = {
  groupId: (known) => known.group,
  streetId: (known) => known.street,
  postId: (known) => known.post,
  gatewayId: (known) => known.gateway,
  deviceId: (known) => known.controller,
  gwSn: (known) => known.gatewaySn,
  tenantId: (known) => known.tenantId,
  projectId: (known) => known.project,
  areaId: (known) => known.area,
  parentId: (known) => known.area,
}

/** Ways to ask a route for the rows of `theirs`: by address, query, body, lists of ids, filters and order; `own` are rows the asker has. */
export const attempts = (row: RouteRow, theirs: Known, own: Known): Call[] => {
  const { follows, route } = row
  const calls: Call[] = [row.good(theirs)]
  const good = row.good(own)
  for (const part of ['query', 'body'] as const)
    for (const [name, value] of Object.entries((row.good(theirs)[part] as Record<string, unknown> | undefined) ?? {}))
      if (JSON.stringify(value) !== JSON.stringify((good[part] as Record<string, unknown>)[name]))
        calls.push({ ...good, [part]: { ...(good[part] as object), [name]: value } })
  const lists = follows && (follows.exports || ['list', 'page', 'lazy', 'tree', 'select'].includes(follows.verb ?? ''))
  if (lists) {
    const { resource } = follows
    calls.push({ query: { size: -1 } }, { query: { ids: `${rowOf(resource, theirs)},${rowOf(resource, own)}`, size: -1 } })
    for (const [name, find] of Object.entries(BY_NAME))
      calls.push({ query: { [name]: find(theirs), size: 20 } }, { query: { [`${name}_notequal`]: find(own), size: 20 } })
    for (const [name, field] of Object.entries(resource.fields)) {
      const to = (field.options as { to?: string }).to
      const wire = field.options.wire ?? name
      if (to && REFERENCES[to]) calls.push({ query: { [wire]: REFERENCES[to](theirs), size: 20 } })
      if (field.kind === 'text')
        calls.push({ query: { [name]: MARK, size: 20, descs: name } }, { query: { [`${name}_notlike`]: 'zzz', size: 20 } })
    }
    calls.push({ query: { keyword: MARK, size: 20 } }, { query: { columns: 'id,sn,name,tenantId', size: 20, ascs: 'id' } })
  }
  if (follows && ['remove', 'delete'].includes(follows.verb ?? ''))
    calls.push({ query: { ids: `${rowOf(follows.resource, own)},${rowOf(follows.resource, theirs)}` } })
  if (follows?.action) {
    const both = [rowOf(follows.resource, own), rowOf(follows.resource, theirs)]
    calls.push({ body: { ...(good.body as object), ids: both } }, { body: { ...(good.body as object), ids: both.join(',') } })
    if (follows.action.byFilter)
      for (const filter of [{ projectId: theirs.project }, { areaId: theirs.area }, { ids: theirs.lamp }, { name_like: MARK }])
        calls.push({ body: { ...(good.body as object), ids: undefined, filter } })
  }
  if (route.body && route.path.includes('/batch/command'))
    for (const selector of [
      { lampIds: [theirs.lamp] },
      { groupId: theirs.group },
      { areaId: theirs.area },
      { projectId: theirs.project },
      { filter: { gatewayId: theirs.gateway } },
      { filter: { name_like: MARK } },
    ])
      calls.push({ body: { ...(good.body as object), selector } })
  return calls
}

/** Asks in every way for what is not the asker's, and tells what came out; `named` says who asked, `ways` how many ways at most. */
export const snoop = async (
  house: TestPlatform,
  rows: readonly RouteRow[],
  given: { client: ApiClient; named: string; theirs: Known; own: Known; secrets: Secrets; skip?: (name: string) => boolean; ways?: number },
): Promise<{ asked: number; leaks: string[]; failures: string[] }> => {
  const leaks: string[] = []
  const failures: string[] = []
  let asked = 0
  for (const row of rows) {
    if (given.skip?.(row.name)) continue
    for (const call of attempts(row, given.theirs, given.own).slice(0, given.ways)) {
      const heard = await ask(house, given.client, row.route, call)
      asked += 1
      const found = leaksIn(heard, call, given.secrets)
      if (found.length > 0)
        leaks.push(`${given.named}: ${row.name} ${JSON.stringify(call).slice(0, 160)} told ${found.slice(0, 4).join(' ')}`)
      if (heard.status >= 500) failures.push(`${given.named}: ${row.name} ${JSON.stringify(call).slice(0, 160)} ${heard.status}`)
    }
  }
  return { asked, leaks, failures }
}
