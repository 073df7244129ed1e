import { simpleCommandRoute } from '@lamplight/control/server'
import { controllerType } from '@lamplight/devices/model'
import { controller } from '../model/controller.resource.ts'

const base = 'blade-city/controller'
const ofControllers = { type: controllerType, resource: controller }

/** Simple commands to lamp controllers and groups of them (controller.batch.set.simplecommand, controller.group.set.simplecommand). */
export const controlCentreRoutes = [
  simpleCommandRoute({
    ...ofControllers,
    path: `${base}/batch/set/simplecommand`,
    summary: ['简单指令', 'Simple command'],
    ids: 'controllerIds',
  }),
  simpleCommandRoute({
    ...ofControllers,
    path: `${base}/group/set/simplecommand`,
    summary: ['分组简单指令', 'Simple command to a group'],
    ids: 'groupId',
  }),
  simpleCommandRoute({
    ...ofControllers,
    path: `${base}/batch/reboot`,
    summary: ['批量重启', 'Reboot controllers'],
    ids: 'controllerIds',
    cmd: 4,
  }),
  simpleCommandRoute({ ...ofControllers, path: `${base}/group/reboot`, summary: ['分组重启', 'Reboot a group'], ids: 'groupId', cmd: 4 }),
]
