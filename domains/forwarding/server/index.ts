import { forwardedInterfacesPort } from '@lamplight/products/model'
import { provide, type ServerSlice } from '@lamplight/server-kit'
import { smsPort } from '@lamplight/system/model'
import { forwarding } from '../model/index.ts'
import { forwardTask } from './forward.task.ts'
import { createForwardedInterfaces, targetServer } from './target.server.ts'
import { transitServer } from './transit.server.ts'

export const forwardingServer: ServerSlice = {
  domain: forwarding,
  resources: [targetServer, transitServer],
  tasks: [forwardTask],
  ports: [provide(forwardedInterfacesPort, createForwardedInterfaces)],
  needs: [smsPort],
}
