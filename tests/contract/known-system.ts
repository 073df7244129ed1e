import type { TestPlatform } from '@lamplight/testing'

/** Rows of the system slice that a tenant owns. */
export interface KnownSystem {
  readonly dictBiz: string
  readonly oss: string
  readonly attach: string
  readonly sms: string
  readonly smsMessage: string
  readonly datasource: string
  readonly code: string
  readonly notice: string
  readonly backup: string
  readonly audit: string
  readonly logUsual: string
  readonly logApi: string
  readonly logError: string
  readonly logClient: string
}

export const knownSystem = async (house: TestPlatform, tenantId: string, userId: string): Promise<KnownSystem> => {
  const { newId, system } = house.platform
  const insert = async (table: string, row: Record<string, unknown>): Promise<string> => {
    const id = newId()
    const columns = { id, tenant_id: tenantId, ...row }
    await system.query(
      `insert into ${table} (${Object.keys(columns).join(', ')}) values (${Object.keys(columns)
        .map((_, at) => `$${at + 1}`)
        .join(', ')})`,
      Object.values(columns),
    )
    return id
  }
  const datasource = await insert('system_datasource', {
    ...{ name: `已知${tenantId}`, driver_class: 'org.postgresql.Driver', url: 'jdbc:postgresql://127.0.0.1:9/known', username: 'known' },
    ...{ password: 'v1.none', remark: '已知' },
  })
  return {
    datasource,
    code: await insert('system_code', {
      ...{ code_name: '已知', datasource_id: datasource, table_name: 'known', pk_name: 'id', service_name: 'blade-known' },
      ...{ package_name: 'known', base_mode: 2, wrap_mode: 2 },
    }),
    dictBiz: await insert('system_dict_biz', {
      code: 'known',
      dict_key: '-1',
      dict_value: '已知',
      dict_en_value: 'Known',
      sort: 1,
      is_sealed: false,
    }),
    oss: await insert('system_oss', {
      ...{ category: '1', oss_code: `known${tenantId}`, endpoint: 'http://127.0.0.1:9', bucket_name: 'known', access_key: 'known' },
      ...{ secret_key: 'v1.none', status: 1, remark: '已知' },
    }),
    attach: await insert('system_attach', {
      ...{
        original_name: `已知${tenantId}.png`,
        extension: 'png',
        attach_size: 9,
        purpose: 'file',
        content_type: 'image/png',
        name: 'none',
      },
      ...{ domain: '', link: '', create_user: userId },
    }),
    sms: await insert('system_sms', { category: 6, sms_code: `known${tenantId}`, status: 1, remark: '已知' }),
    smsMessage: await insert('system_sms_message', { phone: '13700000006', code: 'known', content: '已知', status: 4 }),
    notice: await insert('system_notice', { title: '已知', category: '1', release_time: new Date(), content: '<p>已知</p>' }),
    backup: await insert('system_backup', { name: `known-${tenantId}.zip`, status: 2, progress: 100, kind: 1, reason: '已知' }),
    audit: await insert('kit_audit', { what: 'known.deed', target: '已知', account: 'known' }),
    logUsual: await insert('system_log_usual', { log_level: 'warn', log_id: '已知', log_data: '{}' }),
    logApi: await insert('system_log_api', { title: '已知', status: 400, method: 'POST', request_uri: '/api/known' }),
    logError: await insert('system_log_error', { exception_name: 'Error', message: '已知', stack_trace: 'Error: 已知' }),
    logClient: await insert('system_log_client', { type: 'error', message: '已知', url: '/known', create_user: userId }),
  }
}
