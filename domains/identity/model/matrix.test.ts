import { expect, test } from 'vitest'
import { beginsWith, MATRIX, type Right, rowOf } from './matrix.ts'

const rights = {
  tenantAdd: { code: 'tenant_add', slice: 'identity' },
  tenantView: { code: 'tenant_view', slice: 'identity' },
  menuView: { code: 'menu_view', slice: 'system' },
  userAdd: { code: 'user_add', slice: 'identity' },
  areaView: { code: 'area_view', slice: 'places' },
  areaAdd: { code: 'area_add', slice: 'places' },
  lampView: { code: 'lamp_view', slice: 'lighting' },
  lampEdit: { code: 'lamp_edit', slice: 'lighting' },
  lampExport: { code: 'lamp_export', slice: 'lighting' },
  dim: { code: 'lamp_dim', slice: 'lighting' },
  switching: { code: 'lamp_switch', slice: 'lighting' },
  assign: { code: 'gateway_assign', slice: 'devices' },
  secret: { code: 'gateway_secret', slice: 'devices' },
  records: { code: 'commandrecord_view', slice: 'control' },
  report: { code: 'report_list_view', slice: 'reports' },
  reportAdd: { code: 'report_list_add', slice: 'reports' },
  home: { code: 'wel', slice: 'dashboards', page: true },
} satisfies Record<string, Right>

const begins = (alias: string): string[] =>
  Object.entries(rights)
    .filter(([, right]) => beginsWith(alias, right))
    .map(([name]) => name)

test('rule.perm.server: every role begins with its rows of the matrix', () => {
  expect(begins('admin')).toEqual([
    'userAdd',
    'areaView',
    'areaAdd',
    'lampView',
    'lampEdit',
    'lampExport',
    'dim',
    'switching',
    'secret',
    'records',
    'report',
    'reportAdd',
    'home',
  ])
  expect(begins('operator')).toEqual([
    'areaView',
    'lampView',
    'lampEdit',
    'lampExport',
    'dim',
    'switching',
    'records',
    'report',
    'reportAdd',
    'home',
  ])
  expect(begins('maintainer')).toEqual(['areaView', 'lampView', 'switching', 'records', 'report', 'home'])
  expect(begins('areaManager')).toEqual(['areaView', 'lampView', 'records', 'report', 'home'])
  expect(begins('sales')).toEqual(['tenantView', 'userAdd', 'areaView', 'areaAdd', 'lampView', 'assign', 'records', 'home'])
})

test('a guest reads and no more', () => {
  expect(begins('guest')).toEqual(['areaView', 'lampView', 'records', 'report', 'home'])
})

test('rule.product.users: every kind of user has a role, and an unknown alias begins with nothing', () => {
  expect(Object.keys(MATRIX)).toEqual(['admin', 'operator', 'sales', 'maintainer', 'areaManager', 'guest'])
  expect(begins('someone')).toEqual([])
})

test('only the platform has menus, dictionaries and parameters', () => {
  expect(rowOf(rights.menuView)).toBe('platform')
  expect(Object.values(MATRIX).some(({ rows }) => rows.includes('platform'))).toBe(false)
})
