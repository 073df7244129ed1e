import type { RowTools, SliceRows } from '@lamplight/testing'

const log =
  (table: string, columns: object) =>
  ({ insert }: RowTools): Promise<string> =>
    insert(table, { ...columns })

export const systemRows: SliceRows = {
  rows: {
    'system.menu': ({ one }) => one(`select id from system_menu where code = 'post' and not is_deleted`).then(({ id }) => String(id)),
    'system.systemMenu': ({ one }) =>
      one('select id from system_system_menu where not is_deleted order by id limit 1').then(({ id }) => String(id)),
    'system.dict': ({ one }) => one('select id from system_dict where not is_deleted order by id limit 1').then(({ id }) => String(id)),
    'system.param': ({ one }) => one('select id from system_param where not is_deleted order by id limit 1').then(({ id }) => String(id)),
    'system.dictBiz': ({ insert }) =>
      insert('system_dict_biz', {
        code: 'known',
        dict_key: '-1',
        dict_value: '已知',
        dict_en_value: 'Known',
        sort: 1,
        is_sealed: false,
      }),
    'system.attach': async ({ insert, tenantId, row }) =>
      insert('system_attach', {
        original_name: `已知${tenantId}.png`,
        extension: 'png',
        attach_size: 9,
        purpose: 'file',
        content_type: 'image/png',
        name: 'none',
        domain: '',
        link: '',
        create_user: await row('identity.user'),
      }),
    // Without keys, because the tests send a message by it and the keys of the example do not fit into a header.
    'system.sms': ({ insert, tenantId }) => insert('system_sms', { category: 6, sms_code: `known${tenantId}`, status: 1, remark: '已知' }),
    'system.smsMessage': ({ insert }) => insert('system_sms_message', { phone: '13700000006', code: 'known', content: '已知', status: 4 }),
    'system.backup': ({ insert, tenantId }) =>
      insert('system_backup', { name: `known-${tenantId}.zip`, status: 2, progress: 100, kind: 1, reason: '已知' }),
    'system.audit': log('kit_audit', { what: 'known.call', target: '已知', account: 'known' }),
    'system.logUsual': log('system_log_usual', { log_level: 'warn', log_id: '已知', log_data: '{}' }),
    'system.logApi': log('system_log_api', { title: '已知', status: 400, method: 'POST', request_uri: '/api/known' }),
    'system.logError': log('system_log_error', { exception_name: 'Error', message: '已知', stack_trace: 'Error: 已知' }),
    'system.logClient': async ({ insert, row }) =>
      insert('system_log_client', { type: 'error', message: '已知', url: '/known', create_user: await row('identity.user') }),
  },
  unwritten: ['system.backup', 'system.audit', 'system.logUsual', 'system.logApi', 'system.logError', 'system.logClient'],
  marks: {
    system_oss: ['bucket_name', 'remark'],
    system_attach: ['original_name'],
    system_sms: ['sign_name', 'remark'],
    system_sms_message: ['content'],
    system_backup: ['name', 'reason'],
    system_log_usual: ['log_data'],
    system_log_api: ['title'],
    system_log_error: ['message'],
    system_log_client: ['message'],
    kit_audit: [],
    kit_job: ['title_zh', 'title_en'],
  },
}
