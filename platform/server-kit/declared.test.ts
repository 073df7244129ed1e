import { f } from '@lamplight/fields/model'
import {
  type DeliveryDefinition,
  defineDeviceType,
  defineListing,
  defineParamFamily,
  defineResource,
  type ResourceRoles,
} from '@lamplight/kit'
import { expect, test } from 'vitest'
import { checkDeclared } from './declared.ts'
import { onListing, onServer } from './define.ts'

const label = ['值', 'Value'] as const
const family = defineParamFamily({ name: 'level', label, code: 'level', types: ['bin'], fields: { level: f.int({ label }) }, ops: ['get'] })
const delivery: DeliveryDefinition = {
  name: 'trials.level',
  label,
  code: 'level',
  family,
  of: { resource: 'trials.plan', wire: 'planId' },
  types: { 1: label },
  api: { log: 'a/log', details: 'a/details', retry: 'a/retry', logId: 'logId', detailIds: 'detailIds' },
}

test('the server does not start if a slice has an invalid declaration', () => {
  const bin = defineDeviceType({ name: 'bin', code: 19, label, properties: { level: { label } }, commands: {}, events: [] })
  expect(() => checkDeclared([{ deviceTypes: [bin] }])).toThrow('device type bin: level needs a slot')
  expect(() => checkDeclared([{ families: [{ ...family, types: [] }] }])).toThrow('parameter family level: names no device type')
  expect(() => checkDeclared([{ families: [{ ...family, reads: family.fields }] }])).toThrow('level is both set and only read')
  expect(() => checkDeclared([{ deliveries: [delivery] }])).toThrow('delivery trials.level: the family level cannot be set')
  const settable = { ...family, ops: ['set'] } as const
  expect(() => checkDeclared([{ deliveries: [{ ...delivery, family: settable, types: {} }] }])).toThrow('has no type')
  expect(() => checkDeclared([{ deliveries: [{ ...delivery, family: settable }] }])).not.toThrow()
})

test('a listing with the rights of a resource has its roles, also if it states them', () => {
  const api = { base: 'a/post', verbs: ['page'] } as const
  const post = defineResource({ name: 'trials.post', label, code: 'post', scope: 'tenant', roles: 'devices', api, fields: {} })
  const pole = (roles: ResourceRoles) =>
    onListing(
      defineListing({ name: 'trials.pole', label, rightsOf: { code: 'post', roles }, api: { ...api, base: 'a/pole' }, fields: {} }),
      {
        source: () => ({ id: 'p.id', columns: {}, from: 'trials_post p' }),
      },
    )
  const start = (roles: ResourceRoles) => () => checkDeclared([{ resources: [onServer(post, {})] }, { listings: [pole(roles)] }])
  expect(start('devices')).not.toThrow()
  expect(start({ read: 'read', write: 'write', export: 'export' })).not.toThrow()
  expect(start('read')).toThrow('listing trials.pole: it uses the rights of trials.post and has other roles')
})
