import { menuOfSlice } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

/** Pages of integrated devices and of IoT devices (domains/iot/README.md): one kind of device has one name in the menu. */
const NAMES = {
  '/visual/equipmentMana/integratedDevice/index': ['综合设备', 'Integrated devices'],
  '/equipmentMana/productDevice': ['综合设备', 'Integrated devices'],
  '/equipmentMana/gcWebThing/index': ['综合设备数据', 'Integrated device data'],
  '/iot/index': ['物联网设备', 'IoT devices'],
  '/iot/registration': ['设备注册', 'Device registration'],
} as const

const entries = slices.flatMap(menuOfSlice)

test('pages of integrated devices and of IoT devices have the names of these devices', () => {
  const labels = Object.fromEntries(Object.keys(NAMES).map((path) => [path, entries.find((entry) => entry.path === path)?.label]))
  expect(labels).toEqual(NAMES)
})

test('no menu entry has the other name 物联设备', () => {
  const names = entries.map(({ label }) => label[0])
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => name.includes('物联设备'))).toEqual([])
})
