import { exampleId } from '@lamplight/kit'
import { A, type Route, route, T } from '@lamplight/server-kit'
import { OneRow, oneId } from '../files/oss.handler.ts'
import { enableSms, sendNow } from './sms.server.ts'

const BASE = '/api/blade-resource/sms'

export const smsRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${BASE}/enable`,
    summary: ['启用短信配置', 'Use an SMS configuration'],
    example: { query: { id: exampleId('system.sms') } },
    permission: 'sms_enable',
    ...OneRow,
    returns: A.made,
    handler: async ({ ctx, query, body }) => enableSms(ctx, oneId(query, body)),
  }),
  route({
    method: 'POST',
    path: `${BASE}/endpoint/send-message`,
    summary: ['发送短信', 'Send a text message by the code of its text or of a configuration'],
    example: { query: { code: 'sign_in_code', phones: '13700000007', params: '{"code":"1"}' } },
    permission: 'sms_send',
    query: T.Object({
      code: T.String({ minLength: 1, maxLength: 60 }),
      phones: T.String({ minLength: 1, maxLength: 2000 }),
      params: T.Optional(T.String({ maxLength: 2000, description: 'a JSON object' })),
    }),
    returns: A.made,
    handler: async ({ ctx, query }) =>
      sendNow(ctx, { tenantId: ctx.tenantId, code: query.code, phones: query.phones, params: query.params }),
  }),
]
