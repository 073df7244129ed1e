import type { ResourceDefinition } from '@lamplight/kit'
import { A, errors, type Route, type RouteInput, route, runImport, T } from '@lamplight/server-kit'
import { deviceLists, familyIn } from './register-type.ts'

const BYTES = 6 * 1024 * 1024
const Place = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))

const mayImport = (input: Pick<RouteInput, 'ctx'>, { code }: ResourceDefinition): boolean =>
  input.ctx.user.permissions.has(`${code}_import`)

/**
 * Import of devices of one type (deviceManage.import, decisions.md C12). Written by hand, because a parameter decides the resource and with it the
 * columns and the right. The calls of the resource (`{base}/import/status?uploadId`) answer the progress and the failed rows.
 */
export const registerImportRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/blade-device/deviceManage/import',
    summary: ['按类型导入设备', 'Import devices of a type from a sheet'],
    example: { query: { deviceType: 'lamp_post' }, file: 'lampPostName,lampPostSn\n登记灯杆,POST-REGISTER-1\n' },
    permission: 'signed-in',
    refuses: (ctx) => {
      if (!deviceLists(ctx).some((one) => mayImport({ ctx }, one))) throw errors.noRight()
    },
    consumes: 'multipart',
    bodyLimit: BYTES,
    query: T.Object({
      deviceType: T.String({ maxLength: 40, description: 'code or name of the device type' }),
      isCovered: T.Optional(T.String({ pattern: '^[01]?$', description: '1: rows that are there already are changed' })),
      projectId: Place,
      areaId: Place,
    }),
    returns: A.of({ uploadId: A.id, fileName: A.text, base: A.text }),
    handler: async (input) => {
      const { resource } = await familyIn(input.ctx, input.query.deviceType, 'deviceType')
      const begun = await runImport(resource, 'start', input as unknown as RouteInput, 'deviceType')
      return { ...(begun as { uploadId: string; fileName: string }), base: resource.api.base }
    },
  }),
]
