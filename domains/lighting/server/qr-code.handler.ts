import { A, grantedOnly, readRow, route, T, wireRow } from '@lamplight/server-kit'
import { controller } from '../model/controller.resource.ts'

/** Returns the serial number or IMEI in the text of a QR code: the text itself, or the parameter `sn` of an address. */
const numberIn = (text: string): string => {
  const [, found] = /[?&#]sn=([^&#]+)/i.exec(text) ?? []
  try {
    return decodeURIComponent(found ?? text).trim()
  } catch {
    return text.trim()
  }
}

// A scanned text is not the value of one field, and an unknown code is no error: the answer is empty (row controller.qrCode, decisions of the slice).
export const qrCodeRoute = route({
  method: 'GET',
  path: '/api/blade-city/controller/qrCode',
  summary: ['扫码查询单灯控制器', 'Lamp controller by QR code'],
  example: { query: { qrCode: 'LC-0001' } },
  permission: 'controller_view',
  query: T.Object({ qrCode: T.String({ minLength: 1, maxLength: 500, description: 'serial number, IMEI, or an address with sn=' }) }),
  returns: A.oneOf(A.row(controller), A.done),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = [numberIn(query.qrCode)]
    const cut = grantedOnly(ctx.user, params, { project: 't.project_id', area: 't.area_id' })
    const [found] = await ctx.query(
      `select t.* from lighting_controller t where (t.sn = $1 or t.imei = $1) and not t.is_deleted${cut} order by t.sn = $1 desc limit 1`,
      params,
    )
    return found ? wireRow(controller, readRow(controller, found), ctx) : {}
  },
})
