import type { Known } from './known-rows.ts'

/** A call as a client makes it: values in the path, the query and the body. */
export interface Call {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const unknown = (): Call => ({ query: { identification: 'unknown' } })
const change =
  (make: (rows: Known) => object) =>
  (rows: Known): Call => ({ body: { tenantId: rows.tenantId, ...make(rows) } })

/**
 * Calls of hand-written routes that differ from the route's example, because the example would sign the caller out, return an
 * invitation that is public, or add a row where a test must name a row of another tenant.
 */
export const HAND_WRITTEN: Readonly<Record<string, (rows: Known) => Call>> = {
  'POST /api/blade-auth/oauth/token': (rows) => ({
    query: { grant_type: 'password', tenantId: rows.tenantId, username: 'nobody', password: '0' },
  }),
  'POST /api/blade-auth/session/end-user': (rows) => ({ query: { userId: rows.row('identity.user'), id: '1' } }),
  'POST /api/blade-user/oauth/unbind': () => ({ query: { source: 'nowhere' } }),
  // Everybody who scans a lamp may see it.
  'GET /api/blade-sun/device/scan': () => ({ query: { sn: 'unknown' } }),
  // Everybody with the link may see it, and an opened link has the time of the last view.
  'GET /api/blade-visual/shared/about': () => ({ query: { code: 'unknown' } }),
  'POST /api/blade-visual/shared/open': () => ({ body: { code: 'unknown' } }),
  'GET /api/blade-auth/invite/queryExpireTime': unknown,
  'GET /api/blade-auth/invite/business': unknown,
  'GET /api/blade-auth/invite/user': (rows) => ({ query: { inviteUserId: rows.row('identity.user'), identification: 'unknown' } }),
  'GET /api/blade-auth/invite/longUrl': () => ({ query: { shortUrl: 'unknown' } }),
  'POST /api/blade-auth/invite/registerInfoSubmit': () => ({
    body: { identification: 'unknown', name: '受邀人', account: 'asks_three', phone: '13700000008', password: 'Guest-12' },
  }),
  'GET /api/blade-system/dict-biz/dictionary': () => ({ query: { code: 'known' } }),
  'POST /api/blade-sales/user/submit': change((rows) => ({ id: rows.row('identity.user'), realName: '改名' })),
  'POST /api/blade-sales/role/submit': change((rows) => ({ id: rows.row('identity.role'), roleName: '改名' })),
  'POST /api/blade-sales/post/submit': change(() => ({ postName: '岗位' })),
  'POST /api/blade-sales/dept/submit': change(() => ({ deptName: '部门' })),
  'POST /api/blade-sales/area/submit': change((rows) => ({ id: rows.row('places.area'), areaName: '改名' })),
  'POST /api/blade-sales/project/submit': change((rows) => ({ id: rows.row('places.project'), name: '改名' })),
  'POST /api/blade-sales/project/moveProject': change((rows) => ({ ids: [rows.row('places.project')], parentId: '' })),
  'POST /api/blade-sales/tenant/batchUpdateSales': (rows) => ({
    body: { orignSalesId: rows.row('identity.user'), destSalesId: rows.row('identity.user'), ids: [rows.row('identity.tenant')] },
  }),
}
