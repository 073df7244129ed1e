import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { identityServer } from '@lamplight/identity/server'
import { smsPort } from '@lamplight/system/model'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let product: TestPlatform
let admin: ApiClient
let gateway: Server
let endpoint: string
let answers = { status: 200, body: '{}' }
const received: { headers: IncomingHttpHeaders; body: string }[] = []

beforeAll(async () => {
  gateway = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += String(part)
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      reply.writeHead(answers.status, { 'content-type': 'application/json' }).end(answers.body)
    })
  })
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready))
  endpoint = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  product = await testPlatform({
    slices: [systemServer, identityServer],
    config: { OUTBOUND_PRIVATE: '1', SMS_PHONE_HOUR: '3', SMS_TENANT_DAY: '20' },
  })
  admin = await product.signIn()
})
afterAll(async () => {
  await product?.stop()
  gateway?.close()
})

interface Message {
  readonly phone: string
  readonly content: string
  readonly status: number
  readonly reason: string
}
const messages = async (phone: string): Promise<Message[]> =>
  (await admin.get<{ records: Message[] }>('/api/blade-resource/sms/message/list', { phone, size: -1 })).data.records
const submit = (body: object) => admin.post<{ id: string }>('/api/blade-resource/sms/submit', body)
const send = (query: object) => admin.post<{ id: string }>('/api/blade-resource/sms/endpoint/send-message', undefined, { ...query })

test('sign-in by text message is offered where the tenant or the platform has a configuration in use', async () => {
  const ways = async (tenantId: string) => (await product.anonymous.get('/api/blade-auth/oauth/ways', { tenantId })).data
  expect(await ways('100001')).toEqual({ sms: false })
  const made = await submit({ category: 6, smsCode: 'log-only' })
  expect(await ways('100001')).toEqual({ sms: false })
  expect((await admin.post('/api/blade-resource/sms/enable', undefined, { id: made.data.id })).code).toBe(200)
  for (const tenantId of ['000000', '100001', '999999']) expect(await ways(tenantId)).toEqual({ sms: true })
  expect((await admin.post('/api/blade-resource/sms/remove', undefined, { ids: made.data.id })).code).toBe(200)
  expect(await ways('000000')).toEqual({ sms: false })
  expect((await product.anonymous.get('/api/blade-auth/oauth/ways', { tenantId: 'x' })).status).toBe(400)
})

test('a message whose code has no declared text is sent', async () => {
  const answer = await send({ code: 'constructor', phones: '13800000009', params: '{}' })
  expect([answer.status, typeof answer.body.msg]).toEqual([200, 'string'])
})

test('in the demo, without a provider, a message is in the message log as text', async () => {
  const { ok } = await product.platform
    .port(smsPort)
    .send({ tenantId: '100001', phones: ['13800000001'], code: 'sign_in_code', params: { code: '246810' } })
  expect(ok).toBe(true)
  const [row] = await messages('13800000001')
  expect([row?.status, row?.content]).toEqual([4, '您的登录验证码是 246810，5 分钟内有效，请勿告诉他人。'])
})

test('rule.function.8 res.sms: the HTTP gateway gets the signed message; the log does not contain its values', async () => {
  expect((await submit({ category: 5, smsCode: 'gateway' })).msg).toBe('endpoint:请输入网关地址')
  const made = await submit({
    category: 5,
    smsCode: 'gateway',
    endpoint,
    templateId: 'T-1',
    signName: '市政',
    accessKey: 'ak',
    secretKey: 'a-secret',
  })
  expect(made.code, made.msg).toBe(200)
  expect((await admin.post('/api/blade-resource/sms/enable', undefined, { id: made.data.id })).code).toBe(200)
  const sent = await send({ code: 'sign_in_code', phones: '13800000002,13800000003', params: '{"code":"135790"}' })
  expect(sent.code, sent.msg).toBe(200)
  const { headers, body } = received.at(-1) ?? { headers: {}, body: '' }
  expect(JSON.parse(body)).toMatchObject({
    phones: ['13800000002', '13800000003'],
    template: 'T-1',
    params: { code: '135790' },
    sign: '市政',
  })
  expect(headers['x-signature']).toBe(createHmac('sha256', 'a-secret').update(`${headers['x-timestamp']}.${body}`).digest('hex'))
  for (const phone of ['13800000002', '13800000003']) {
    const [row] = await messages(phone)
    expect(row?.status).toBe(2)
    expect(row?.content).not.toContain('135790')
  }
  const shown = await admin.get<{ secretKey: string }>('/api/blade-resource/sms/detail', { id: made.data.id })
  expect(shown.data.secretKey).toBe('')
})

test('a refusal of the provider is returned and logged', async () => {
  answers = { status: 503, body: '{}' }
  const refused = await send({ code: 'sign_in_code', phones: '13800000004', params: '{}' })
  expect([refused.code, refused.msg]).toEqual([400, '短信发送失败：HTTP 503'])
  expect((await messages('13800000004'))[0]).toMatchObject({ status: 3, reason: 'HTTP 503' })
  answers = { status: 200, body: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"触发流控"}' }
  const ali = await submit({
    category: 3,
    smsCode: 'ali',
    endpoint,
    templateId: 'SMS_1',
    signName: '市政',
    accessKey: 'ak',
    secretKey: 'sk',
  })
  const tried = await admin.post('/api/blade-resource/sms/send', { ids: [ali.data.id], phones: '13800000005', params: '{"code":"1"}' })
  expect(tried.msg).toBe('短信发送失败：isv.BUSINESS_LIMIT_CONTROL: 触发流控')
  const form = new URLSearchParams(received.at(-1)?.body)
  expect([form.get('Action'), form.get('PhoneNumbers'), form.get('TemplateCode'), form.get('TemplateParam')]).toEqual([
    'SendSms',
    '13800000005',
    'SMS_1',
    '{"code":"1"}',
  ])
})

test('one configuration of a tenant is in use', async () => {
  const { data } = await admin.get<{ records: { id: string; smsCode: string; status: number }[] }>('/api/blade-resource/sms/list', {
    size: -1,
  })
  for (const { id } of data.records) expect((await admin.post('/api/blade-resource/sms/enable', undefined, { id })).code).toBe(200)
  const after = await admin.get<{ records: { status: number }[] }>('/api/blade-resource/sms/list', { size: -1 })
  expect(after.data.records.filter(({ status }) => status === 2)).toHaveLength(1)
})

test('invalid phones and parameters are refused by name; the number of messages for a phone and hour is limited', async () => {
  expect((await send({ code: 'x', phones: '12', params: '{}' })).msg).toBe('请求参数格式错误: phones')
  expect((await send({ code: 'x', phones: '13800000006', params: '[1]' })).msg).toBe('请求参数格式错误: params')
  const port = product.platform.port(smsPort)
  const order = { tenantId: '100001', phones: ['13800000007'], code: 'sign_in_code', params: { code: '1' } }
  const tried = await Promise.allSettled([1, 2, 3, 4, 5].map(() => port.send(order)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})
