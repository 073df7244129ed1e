import { f } from '@lamplight/fields/model'
import { defineDomain, defineResource } from '@lamplight/kit'
import { expect, test, vi } from 'vitest'
import { definePage } from '../router/page.ts'
import { detailHref, knownResource, resourceOfDevices } from './known.ts'
import { onConsole } from './on-console.ts'
import { loadConsole, openSlices, type SliceIndex } from './slices.ts'

const Board = () => null
/** A code of device types that no other definition has. */
const BENCHES = 9040
const bench = defineResource({
  name: 'park.bench',
  label: ['长椅', 'Bench'],
  code: 'bench',
  scope: 'project',
  roles: 'devices',
  api: { base: 'blade-city/bench', verbs: ['page', 'detail'] },
  fields: { name: f.text({ label: ['名称', 'Name'] }) },
})
const index: Readonly<Record<string, SliceIndex>> = {
  park: {
    pages: [{ path: '/park/board', permission: 'board_view' }],
    resources: [{ name: 'park.bench', code: 'bench', link: '/park/bench', hasDetail: true, deviceCode: BENCHES }],
  },
}
const domain = defineDomain({ name: 'park', label: ['公园', 'Park'], about: ['长椅', 'Benches'], level: 1, dependsOn: [] })

test('addresses, links and rights are known before a slice is loaded; its code loads once, with its first page', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockImplementation(async () => ({
      domain,
      pages: [definePage({ path: '/park/board', label: ['看板', 'Board'], permission: 'board_view', load: async () => Board })],
      resources: [onConsole(bench, { link: '/park/bench', deviceCode: BENCHES })],
    }))
  const pages = openSlices({ park: load }, index)
  expect(pages.map(({ path, permission, tabBy }) => [path, permission, tabBy])).toEqual([
    ['/park/board', 'board_view', undefined],
    ['/park/bench', 'bench_view', undefined],
    ['/park/bench/details', 'bench_view', ['id']],
  ])
  expect(detailHref(knownResource('park.bench'), '7')).toBe('/park/bench/details?id=7')
  expect(resourceOfDevices(BENCHES)?.name).toBe('park.bench')
  expect(load).not.toHaveBeenCalled()

  await expect(pages[0]!.load()).rejects.toThrow('offline')
  expect(await pages[0]!.load()).toBe(Board)
  expect((await loadConsole('park.bench'))?.resource).toBe(bench)
  expect(load).toHaveBeenCalledTimes(2)
  expect(await loadConsole('nowhere.thing')).toBeUndefined()
})
