import { exampleDevice, exampleId } from '@lamplight/kit'
import { type AnswerOf, type Route, route, T } from '@lamplight/server-kit'
import { controllerType } from '../model/index.ts'
import { REPLACE_RIGHT } from '../model/replace-right.ts'
import { ReplacementReturns, replace, undo } from './replacement.ts'

/*
 * Replacement of a device by another of its type (deviceManage.replaceElectronics, smart_pole.replace; docs/adr/0021). Written by hand, because the resource depends
 * on the device.
 */

export type Replacement = AnswerOf<typeof ReplacementReturns>
const Sn = T.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._:-]+$' })
const replacement = (path: string, summary: Route['summary']): Route =>
  route({
    method: 'POST',
    path: `/api/blade-device/${path}`,
    summary,
    example: { body: { faultSn: exampleDevice({ name: `sn.${controllerType.name}` }), newSn: 'SUCCESSOR-1' } },
    permission: REPLACE_RIGHT,
    body: T.Object({ faultSn: Sn, newSn: Sn }),
    returns: ReplacementReturns,
    handler: ({ ctx, body }) => replace(ctx, body),
  })

export const replacementRoutes: readonly Route[] = [
  replacement('deviceManage/replaceElectronics', ['更换设备', 'Replace a device']),
  replacement('smart_pole/replace', ['更换智慧灯杆设备', 'Replace a device of a smart pole']),
  route({
    method: 'POST',
    path: '/api/blade-device/deviceManage/replaceElectronics/undo',
    summary: ['撤销更换', 'Undo a replacement of the last day'],
    example: { body: { id: exampleId('devices.replacement') } },
    permission: REPLACE_RIGHT,
    body: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) }),
    returns: ReplacementReturns,
    handler: ({ ctx, body }) => undo(ctx, body.id),
  }),
]
