import type pg from 'pg'

interface Given {
  readonly tenantId: string
  readonly gatewayId: number
  /** Number of controllers; their ids begin at 1000. */
  readonly controllers: number
}
type Columns = Readonly<Record<string, unknown>>

/** Rows of a database of migration 0292, by table: places, lamps, people with their rights, settings, files, notices, rollups and logs. */
const rowsOf = ({ gatewayId, controllers }: Given): readonly (readonly [table: string, row: Columns])[] => {
  const ids = Array.from({ length: controllers }, (_, n) => 1000 + n)
  const at = '2026-10-01T04:00:00.000Z'
  const energy = {
    readings: 4,
    powers: 4,
    power_sum: 134,
    power_min: 33,
    power_max: 34,
    energy: 30,
    energy_last: 1030,
    on_ms: 9,
    online_ms: 9,
  }
  return [
    ['places_project', { id: 2000, name: '一期工程', type: 2, sort: 1 }],
    ['places_area', { id: 3000, area_name: '岳麓区', area_code: 'YL', area_full_name: '岳麓区', sort: 1 }],
    ['places_area', { id: 3001, area_name: '西站', area_code: 'XZ', area_full_name: '岳麓区 / 西站', parent_id: 3000, sort: 1 }],
    ['places_builder', { id: 3100, name: '建设方', linkman: '张', phone: '13700000001' }],
    ['places_unit', { id: 3101, name: '养护方', linkman: '李', phone: '13700000002' }],
    ['places_map_share', { id: 3102, name: '分享', share_code: 'old-share', area_id: 3000, enabled: true }],
    ['places_map_jump_area', { id: 3103, area_id: 3000, area_name: '岳麓区', lng: 112.9, lat: 28.2, zoom: 14 }],
    ['places_boundary', { area_id: 3000, boundary: '{"type":"Polygon","coordinates":[[[112,28],[113,28],[113,29],[112,28]]]}' }],
    ['lighting_street', { id: 4000, name: '人民路', name_en: 'Renmin Road', pinyin: 'renminlu', project_id: 2000 }],
    [
      'lighting_post',
      { id: 4100, name: 'post', sn: 'POST-1', height: 8, project_id: 2000, area_id: 3001, street_id: 4000, lng: 112.9, lat: 28.2 },
    ],
    ...ids.map((id): readonly [string, Columns] => [
      'lighting_lamp',
      {
        id: id + 4000,
        name: `old lamp ${id - 1000}`,
        sn: `LAMP-${id}`,
        kind: 0,
        lamp_type: '1',
        power: 100,
        min_level: 10,
        min_power: 15,
        power_tolerance: 8,
        controller_id: id,
        post_id: 4100,
        project_id: 2000,
        area_id: 3001,
        lng: 112.9,
        lat: 28.2,
        remark: 'old',
      },
    ]),
    ['devices_group', { id: 6000, group_name: '旧分组', type: 1, dev_type: 4 }],
    ...ids.slice(0, 4).map((id): readonly [string, Columns] => ['devices_group_member', { group_id: 6000, device_id: id }]),
    ['devices_credential', { tenant_id: undefined, gateway_id: gatewayId, hash: 'old', virtual: false }],
    ['devices_misfit', { gateway_sn: 'GW-OLD', kind: 'report', reason: 'not JSON', payload: '{', at }],
    ['devices_stranger', { gateway_sn: 'GW-OLD', sn: 'STRANGER', type: '4', at }],
    ['devices_hourly', { device_id: 1000, hour: at, ...energy }],
    ['devices_daily', { device_id: 1000, day: '2026-10-01', ...energy }],
    ['identity_dept', { id: 7100, dept_name: '养护部', full_name: '养护部', sort: 1 }],
    ['identity_post', { id: 7200, post_name: '班长', post_code: 'lead', sort: 1 }],
    ['identity_role', { id: 7000, role_name: '值班', role_alias: 'keeper', sort: 9 }],
    ['identity_role_menu', { role_id: 7000, menu_code: 'lamp' }],
    ['identity_role_menu', { role_id: 7000, menu_code: 'lamp_dim' }],
    [
      'identity_user',
      { id: 7300, account: 'keeper', password: 'x', real_name: '值班员', name: '值班员', role_id: '{7000}', dept_id: '{7100}', status: 1 },
    ],
    ['identity_invite', { id: 7400, identification: 'old-invite', short_code: 'OLD1', invite_type: 1, invite_roles: '{7000}', status: 1 }],
    ['identity_session', { id: 7500, user_id: 7300, refresh_id: 'r', rotated_at: at, created_at: at, expires_at: at, method: 'password' }],
    ['system_dict_biz', { id: 8000, code: 'weather', dict_key: '1', dict_value: '晴', dict_en_value: 'Sunny', sort: 1 }],
    ['system_notice', { id: 8100, title: '通知', category: '1', release_time: at, content: '内容' }],
    ['system_notice_read', { notice_id: 8100, user_id: 7300, read_at: at }],
    [
      'system_attach',
      { id: 8200, original_name: 'a.png', extension: 'png', attach_size: 9, purpose: 'file', content_type: 'image/png', name: 'a' },
    ],
    ['system_sms_message', { id: 8300, phone: '13700000003', code: 'old', content: '验证码', status: 1 }],
    ['system_log_usual', { id: 8400, log_level: 'warn', log_id: 'old', log_data: '{}' }],
    ['system_log_api', { id: 8401, title: '登录', status: 400, method: 'POST', request_uri: '/api/old' }],
    ['reports_report', { id: 8500, name: '旧报表', source: 'lamp', columns: 'name', period: 1, format: 1 }],
    ['control_request', { key: 'old-key', hash: 'h', answer: '{"batchId":"1"}' }],
    ['control_stray', { gateway_sn: 'GW-OLD', n: 2, last_id: '1', last_sn: 'OLD-1', last_at: at }],
    ['kit_audit', { id: 8600, user_id: 7300, account: 'keeper', what: 'lamp.dim', target: '旧分组', detail: '{}', count: 4 }],
    ['kit_job', { id: 8700, user_id: 7300, kind: 'export', title_zh: '导出', title_en: 'Export', status: 2, done: 1, total: 1 }],
  ]
}

/** Writes rows that a database of migration 0292 may have, beside its devices and commands. A table without `tenant_id` says so by undefined. */
export const writePlaces = async (client: pg.Client, given: Given): Promise<void> => {
  await client.query(`select devices_rollup_partition('2026-10-01')`)
  for (const [table, columns] of rowsOf(given)) {
    const row = Object.fromEntries(Object.entries({ tenant_id: given.tenantId, ...columns }).filter(([, value]) => value !== undefined))
    const places = Object.keys(row).map((_, at) => `$${at + 1}`)
    await client
      .query(`insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`, Object.values(row))
      .catch((why: unknown) => {
        throw new Error(`${table}: ${String(why)}`)
      })
  }
}
