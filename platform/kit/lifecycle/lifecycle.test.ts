import { expect, test } from 'vitest'
import type { ResourceDefinition } from '../resource.ts'
import { type LifecycleDefinition, missingIn, transitionRefusal } from './lifecycle.ts'
import { checkLifecycle } from './lifecycle-check.ts'

const label = ['甲', 'A'] as const
const good: LifecycleDefinition = {
  field: 'state',
  states: { 0: { text: label }, 1: { text: label }, 2: { text: label, final: true } },
  initial: 0,
  relations: { handler: { field: 'handlerId', label } },
  transitions: {
    begin: { label, from: [0], to: 1, only: 'handler', one: { path: 'begin' } },
    end: { label, from: [1], to: 2, never: 'handler', one: { path: 'end' } },
    back: { label, from: [1], to: 'former', also: 'handler', one: { path: 'back' } },
  },
}
const change = (name: string, more: object): LifecycleDefinition => ({
  ...good,
  transitions: { ...good.transitions, [name]: { ...good.transitions[name], ...more } as never },
})

const field = { kind: 'choice', options: { label, readonly: true } } as const
const resource: ResourceDefinition = {
  name: 'a.b',
  label,
  code: 'b',
  scope: 'tenant',
  roles: 'write',
  api: { base: 'a/b', verbs: [] },
  fields: { state: field, handlerId: field, ready: { kind: 'flag', options: { label } } },
}

test('an invalid declaration is reported when the server starts', () => {
  expect(checkLifecycle(resource, good)).toBeUndefined()
  expect(() => checkLifecycle({ ...resource, fields: { state: field } }, good)).toThrow('unknown field handlerId')
  expect(() => checkLifecycle({ ...resource, fields: { ...resource.fields, state: { kind: 'int', options: { label } } } }, good)).toThrow(
    'forms write the state state',
  )
  const faults: [LifecycleDefinition, string][] = [
    [{ ...good, initial: 7 }, 'initial names the unknown state 7'],
    [{ ...good, edit: { in: [9] } }, 'edit names the unknown state 9'],
    [{ ...good, states: { ...good.states, 5: { text: label } } }, 'nothing leads to the state 5'],
    [change('back', { from: [2] }), 'back leaves the final state 2'],
    [change('begin', { only: 'owner' }), 'begin names the unknown relation owner'],
    [change('begin', { unless: ['busy'] }), 'begin names the unknown condition busy'],
    [change('begin', { automatic: true }), 'begin has a call, or is automatic'],
    [change('end', { one: undefined }), 'end has a call, or is automatic'],
    [change('end', { one: { path: 'begin' } }), 'end has the call of another transition'],
    [{ ...good, states: { ...good.states, 1: { text: label, requires: ['place'] } } }, 'the state 1 requires the unknown field place'],
    [{ ...good, states: { ...good.states, 1: { text: label, requires: ['ready'] } } }, 'of which nobody sees whether it is empty'],
    [{ ...good, states: { ...good.states, 0: { text: label, requires: ['handlerId'] } } }, 'handlerId is required from the beginning'],
    [change('begin', { sole: { within: [], by: 'begin' } }), 'begin does not leave its state'],
  ]
  for (const [lifecycle, why] of faults) expect(() => checkLifecycle(resource, lifecycle)).toThrow(why)
})

test('a state requires fields: a value, or one entry of a list', () => {
  const living = { states: { 1: { text: label, requires: ['name', 'ids'] }, 2: { text: label } } }
  expect(missingIn(living, 1, { name: 'x', ids: ['1'] })).toEqual([])
  expect(missingIn(living, 1, { name: '', ids: [] })).toEqual(['name', 'ids'])
  expect(missingIn(living, 1, { name: null })).toEqual(['name', 'ids'])
  expect([missingIn(living, 1, { name: 0, ids: 'x' }), missingIn(living, 2, {})]).toEqual([[], []])
})

test('a transition is refused by right, then state, then relation', () => {
  const refusal = (name: string, state: number, id: string, permissions: string[] = ['right']) =>
    transitionRefusal(good, name, { state, handlerId: '7' }, { id, permissions: new Set(permissions) }, 'right')
  expect(refusal('begin', 0, '7')).toBeNull()
  expect(refusal('begin', 0, '8')).toBe('only')
  expect(refusal('begin', 1, '7')).toBe('state')
  expect(refusal('begin', 1, '7', [])).toBe('right')
  expect([refusal('end', 1, '7'), refusal('end', 1, '8')]).toEqual(['never', null])
  expect([refusal('back', 1, '7', []), refusal('back', 1, '8', []), refusal('back', 1, '', [])]).toEqual([null, 'right', 'right'])
})
