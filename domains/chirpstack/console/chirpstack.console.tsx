import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole } from '@lamplight/control/console'
import { lazy } from 'react'
import { chirpstack } from '../domain.ts'
import { codec } from '../model/codec.resource.ts'
import { multicast } from '../model/multicast.resource.ts'
import { nodeType } from '../model/node.device.ts'
import { node } from '../model/node.resource.ts'
import { chirpstackServer } from '../model/server.resource.ts'

const DroppedEvents = lazy(() => import('./dropped-events.tsx').then((module) => ({ default: module.DroppedEvents })))

const servers = onConsole(chirpstackServer, {
  counter: ['台', 'server'],
  slots: { detailTabs: { dropped: { label: ['未采用的事件', 'Events not used'], body: DroppedEvents } } },
})
const codecs = onConsole(codec, { counter: ['个', 'codec'] })
const groups = onConsole(multicast, { counter: ['个', 'group'] })
const nodes = onDeviceConsole(node, nodeType)

export const chirpstackConsole = defineConsole({ domain: chirpstack, pages: [], resources: [servers, nodes, groups, codecs] })
