import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { forwarding } from '../domain.ts'
import { forwardTarget } from '../model/target.resource.ts'
import { transitInfo } from '../model/transit.resource.ts'

export const forwardingConsole = defineConsole({
  domain: forwarding,
  pages: [],
  resources: [
    onConsole(transitInfo, {
      find: ['sn', 'content'],
      labels: false,
      empty: ['没有转发记录。新增转发目标后，新告警会出现在这里', 'Nothing has been forwarded. Add a target: new alarms appear here'],
    }),
    onConsole(forwardTarget, {
      find: ['name'],
      labels: false,
      empty: ['新增目标：地址或手机号，以及转发哪些告警', 'Add a target: an address or phones, and which alarms'],
    }),
  ],
})
