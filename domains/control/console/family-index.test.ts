import { f } from '@lamplight/fields/model'
import { defineDeviceType, defineParamFamily, defineResource } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { familiesOfType, hasFamilies } from './families.ts'
import { openFamilies } from './family-index.ts'
import { onDeviceConsole } from './on-device-console.tsx'

const family = defineParamFamily({
  name: 'heating',
  label: ['加热参数', 'Heating'],
  code: 'heating',
  types: ['bench'],
  fields: { from: f.int({ label: ['起始温度', 'From'] }) },
  ops: ['get', 'set'],
  call: 'heating',
})
const seats = defineParamFamily({ ...family, name: 'seats', code: 'seats', types: ['bench', 'sofa'] })
const typeOf = (name: string) => defineDeviceType({ name, code: 40, label: ['长椅', 'Bench'], properties: {}, commands: {}, events: [] })
const resourceOf = (name: string) =>
  defineResource({
    name: `test.${name}`,
    label: ['长椅', 'Bench'],
    code: name,
    scope: 'project',
    roles: 'devices',
    api: { base: `test/${name}`, verbs: ['list', 'detail'] },
    fields: { sn: f.text({ label: ['序列号', 'Serial number'] }) },
  })
const tabsOf = (name: string): string[] => Object.keys(onDeviceConsole(resourceOf(name), typeOf(name)).ui.slots?.detailTabs ?? {})

test('the page of a device has a tab with the families that name its type, and a family with presets and data has its pages', async () => {
  const loads: string[] = []
  const pages = openFamilies([
    {
      types: ['bench'],
      pages: [{ code: 'heating', link: '/heating', hasData: true }],
      load: async () => {
        loads.push('one')
        return [family]
      },
    },
    { types: ['bench', 'sofa'], pages: [{ code: 'seats', link: '/seats' }], load: async () => [seats] },
  ])
  expect(pages.map(({ path, permission }) => [path, permission])).toEqual([
    ['/heating', 'heating_view'],
    ['/heating/details', 'heating_view'],
    ['/heating/reported', 'heating_view'],
    ['/seats', 'seats_view'],
    ['/seats/details', 'seats_view'],
  ])
  expect(tabsOf('bench')).toEqual(['live', 'history', 'commands', 'params', 'faults', 'life'])
  expect(tabsOf('stool')).toEqual(['live', 'history', 'commands', 'faults', 'life'])
  expect([hasFamilies('sofa'), hasFamilies('stool')]).toEqual([true, false])
  expect(await familiesOfType('sofa')).toEqual([seats])
  expect(loads).toEqual([])
  expect(await familiesOfType('bench')).toEqual([family, seats])
})
