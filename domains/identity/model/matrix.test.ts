import type { MatrixRow } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { beginsWith, MATRIX } from './matrix.ts'

/** decisions.md B5 and docs/adr/0029: the matrix rows whose rights each role has at first. */
const B5: Readonly<Record<string, readonly MatrixRow[]>> = {
  admin: [
    ...([
      'people',
      'invites',
      'access',
      'placesRead',
      'placesWrite',
      'read',
      'write',
      'export',
      'secrets',
      'commands',
      'manual',
      'replace',
    ] as const),
    ...(['firmware', 'firmwareSend', 'programs', 'review', 'alarms', 'reports', 'dispatch', 'acceptance', 'roadwork'] as const),
    ...(['roadworkCheck', 'stockRead', 'stockWrite', 'files', 'jobs', 'home'] as const),
  ],
  operator: [
    ...([
      'placesRead',
      'read',
      'write',
      'export',
      'commands',
      'manual',
      'replace',
      'firmwareSend',
      'programs',
      'alarms',
      'reports',
    ] as const),
    ...(['dispatch', 'roadwork', 'stockRead', 'stockWrite', 'files', 'jobs', 'home'] as const),
  ],
  sales: ['tenants', 'sales', 'people', 'placesRead', 'placesWrite', 'read', 'assign', 'files', 'jobs', 'home'],
  maintainer: ['placesRead', 'read', 'manual', 'replace', 'alarms', 'reports', 'repair', 'roadwork', 'stockRead', 'files', 'jobs', 'home'],
  areaManager: [
    ...(['invites', 'placesRead', 'read', 'review', 'alarms', 'reports', 'dispatch', 'acceptance', 'roadworkCheck', 'files'] as const),
    'home',
  ],
  guest: ['placesRead', 'read', 'reports', 'home'],
}
const ROWS = [...new Set(Object.values(B5).flat())]

test('rule.perm.server rule.product.users: every kind of user has a role that starts with its rows of the matrix', () => {
  expect(Object.keys(MATRIX)).toEqual(Object.keys(B5))
  for (const [alias, rows] of Object.entries(B5))
    expect([alias, ROWS.filter((roles) => beginsWith(alias, { code: 'x', roles })).sort()]).toEqual([alias, [...rows].sort()])
})

test('an unknown alias starts with no rows, and only the platform starts with the rows of the platform', () => {
  for (const roles of ROWS) expect(beginsWith('someone', { code: 'x', roles })).toBe(false)
  for (const alias of Object.keys(MATRIX)) expect(beginsWith(alias, { code: 'menu_view', roles: 'platform' })).toBe(false)
})
