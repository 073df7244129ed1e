import { expect, test } from 'vitest'
import { tencentAuthorization } from './sms-clouds.ts'
import type { SmsSettings } from './sms-driver.ts'
import { aliSignature, smsDriver } from './sms-drivers.ts'

test('the computed signature equals the documented example of Alibaba Cloud', () => {
  const query = {
    Timestamp: '2016-02-23T12:46:24Z',
    Format: 'XML',
    AccessKeyId: 'testid',
    Action: 'DescribeRegions',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
    Version: '2014-05-26',
    SignatureVersion: '1.0',
  }
  expect(aliSignature('GET', query, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=')
})

test('the computed signature equals the documented example of Tencent Cloud', () => {
  const signature = tencentAuthorization({
    service: 'cvm',
    host: 'cvm.tencentcloudapi.com',
    type: 'application/json; charset=utf-8',
    action: 'DescribeInstances',
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    at: 1551113065,
    accessKey: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******',
    secretKey: 'Gu5t9xGARNpq86cd98joQYCN3*******',
  })
  expect(signature).toContain('Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request')
  expect(signature).toMatch(/Signature=be4f67d323c78ab9acb7395e43c0dbcf822a9cfac32fea2449a7bc7726b770a3$/)
})

const settings: SmsSettings = {
  category: 0,
  endpoint: null,
  accessKey: 'key',
  secretKey: 'secret',
  templateId: '1400,22',
  signName: '灯塔',
  regionId: null,
}
const message = { phones: ['13800000001', '13800000002'], code: 'sign_in_code', params: { code: '123456' }, text: '验证码 123456' }
/** Returns the request of the driver of `category`, and its result for the given answer. */
const send = async (category: number, answer: unknown, status = 200) => {
  const requests: { url: string; body: string; headers: Record<string, string> }[] = []
  const result = await smsDriver(category)?.(settings, message, {
    now: new Date('2026-01-02T03:04:05Z'),
    outbound: async (url, init) => {
      requests.push({ url: String(url), body: String(init?.body), headers: { ...init?.headers } })
      return new Response(JSON.stringify(answer), { status })
    },
  })
  return { result, request: requests[0] }
}

test('Yunpian, Qiniu and Tencent Cloud get requests in their format, and their refusals are returned with their text', async () => {
  const cloud = await send(1, { total_count: 2, data: [{ code: 0 }, { code: 0 }] })
  expect(cloud.result).toEqual({ ok: true, reason: '' })
  expect(Object.fromEntries(new URLSearchParams(cloud.request?.body))).toEqual({
    apikey: 'key',
    mobile: '13800000001,13800000002',
    text: '【灯塔】验证码 123456',
  })
  expect((await send(1, { data: [{ code: 0 }, { code: 22, msg: '1小时内太多' }] })).result).toEqual({
    ok: false,
    reason: '22: 1小时内太多',
  })
  expect((await send(1, { code: 1, msg: '参数缺失' }, 400)).result).toEqual({ ok: false, reason: '1: 参数缺失' })

  const seven = await send(2, { job_id: '7' })
  expect(seven.result).toEqual({ ok: true, reason: '' })
  expect(seven.request?.headers.authorization).toMatch(/^Qiniu key:[\w-]+=*$/)
  expect(JSON.parse(seven.request?.body ?? '')).toEqual({
    template_id: '1400,22',
    mobiles: message.phones,
    parameters: { code: '123456' },
  })
  expect((await send(2, { error: 'BadToken', message: 'no' }, 401)).result).toEqual({ ok: false, reason: 'BadToken: no' })

  const ten = await send(4, { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success' }] } })
  expect(ten.result).toEqual({ ok: true, reason: '' })
  expect(JSON.parse(ten.request?.body ?? '')).toEqual({
    PhoneNumberSet: ['+8613800000001', '+8613800000002'],
    SmsSdkAppId: '1400',
    TemplateId: '22',
    SignName: '灯塔',
    TemplateParamSet: ['123456'],
  })
  expect((await send(4, { Response: { Error: { Code: 'AuthFailure', Message: 'no' } } })).result).toEqual({
    ok: false,
    reason: 'AuthFailure: no',
  })
  expect((await send(4, '', 502)).result?.ok).toBe(false)
})
