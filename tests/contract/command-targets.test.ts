import { progressText } from '@lamplight/control/model'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

const COMMAND = '/api/blade-city/controller/batch/command'
const RECORD = '/api/blade-city/commandrecord'

let house: TestPlatform
let admin: ApiClient
let lamps: { id: string; device: string }[]

beforeAll(async () => {
  house = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await house.signIn()
  lamps = await house.platform.system.query(
    "select id::text, controller_id::text as device from lighting_lamp where tenant_id = '000000' order by id",
  )
})
afterAll(() => house?.stop())

const order = async (selector: object): Promise<string> => {
  const answer = await admin.post<{ batchId: string }>(COMMAND, { command: 'dim', level: 30, duration: 600, selector })
  expect(answer.code).toBe(200)
  return answer.data.batchId
}
const record = async (id: string) => (await admin.get<Record<string, never>>(`${RECORD}/detail`, { id })).data

test('a lamp without a gateway is commanded, and fails with that reason', async () => {
  const [alone, other] = lamps
  await house.platform.system.query('update lighting_controller set gateway_id = null where id = $1', [alone?.device])
  const selector = { lampIds: [alone?.id, other?.id] }
  const preview = await admin.post<object>(`${COMMAND}/preview`, { command: 'on', selector })
  expect(preview.data).toMatchObject({ lamps: 2, noGatewayLamps: 1 })
  const id = await order(selector)
  expect(await record(id)).toMatchObject({ total: 2, failed: 1 })
  const failed = await admin.get<{ records: object[] }>(`${RECORD}/failDevice`, { commandRecordId: id })
  expect(failed.data.records).toMatchObject([{ deviceId: alone?.device, code: 'noGateway', reason: '设备未接入网关' }])
})

test('the home page tells of a command the same counts as its record', async () => {
  const id = await order({ lampIds: lamps.slice(0, 4).map((lamp) => lamp.id) })
  const { data } = await admin.get<{ running: { id: string }[]; failed: { id: string }[] }>('/api/blade-report/dashboard/info')
  const shown = [...data.running, ...data.failed].find((batch) => batch.id === id)
  expect(progressText(shown as never)).toEqual(progressText((await record(id)) as never))
  expect(shown).toMatchObject({ total: 4, failed: 1 })
})
