import { expect, test } from 'vitest'
import { menuPage } from './page.ts'

const load = async () => () => null
const entry = { code: 'bench', label: ['长椅', 'Benches'], path: '/bench', icon: 'hdd', sort: 1 } as const
const permissions = [
  { code: 'bench_view', label: ['查看', 'View'], action: 1, roles: 'read' },
  { code: 'bench_edit', label: ['编辑', 'Edit'], action: 1, roles: 'write' },
] as const

test('a page by hand has the address and title of its entry, and no right if the entry names none', () => {
  expect(menuPage(entry, { load, keepAlive: true })).toEqual({ path: '/bench', label: ['长椅', 'Benches'], load, keepAlive: true })
})

test('its right is the one that the entry opens with, else the first of its own', () => {
  expect(menuPage({ ...entry, permissions }, { load }).permission).toBe('bench_view')
  expect(menuPage({ ...entry, permissions, opens: 'gateway_view' }, { load }).permission).toBe('gateway_view')
})
