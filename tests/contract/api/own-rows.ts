import type { ApiClient } from '@lamplight/testing'
import { expect } from 'vitest'

/** Posts the body, expects success, and returns the id of the new row. */
export const must = async (client: ApiClient, path: string, body: object): Promise<string> => {
  const answer = await client.post<{ id: string }>(path, body)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
  return answer.data.id
}

/** Creates a project with an area, and in it one device of each kind, as rows of the client. */
export const ownRows = async (client: ApiClient) => {
  const project = await must(client, '/api/blade-system/project/submit', { name: '东区', type: 2 })
  const area = await must(client, '/api/blade-system/area/submit', { areaName: '东片', areaCode: 'EAST' })
  const place = { projectId: project, areaId: area }
  const gateway = await must(client, '/api/blade-device/gateway/submit', { sn: 'GW-EAST', ...place })
  const street = await must(client, '/api/blade-city/street/submit', { name: '东街', projectId: project })
  const post = await must(client, '/api/blade-city/lamp_post/submit', {
    lampPostName: '东杆',
    lampPostSn: 'P-EAST',
    streetId: street,
    ...place,
  })
  const controller = await must(client, '/api/blade-city/controller', { sn: 'LC-EAST', gatewayId: gateway, ...place })
  const head = { name: '东灯', sn: 'L-EAST', lampControlId: controller, lampPostId: post, longitude: '112.9', latitude: '28.2', ...place }
  const lamp = await must(client, '/api/blade-city/lamp/submit', head)
  const group = await must(client, '/api/blade-city/group/submit', { groupName: '东组' })
  return { project, area, gateway, street, post, controller, lamp, group }
}

/** Resource name → id. */
export const byResource = (own: Awaited<ReturnType<typeof ownRows>>): Record<string, string> => ({
  'places.project': own.project,
  'places.area': own.area,
  'devices.gateway': own.gateway,
  'devices.group': own.group,
  'lighting.street': own.street,
  'lighting.post': own.post,
  'lighting.controller': own.controller,
  'lighting.lamp': own.lamp,
})
/** Placeholder in examples → value of these rows. */
export const OWN_WORDS = { 'GW-0001': 'GW-EAST', 'LC-0001': 'LC-EAST', 一期工程: '东区', 岳麓区: '东片' }
